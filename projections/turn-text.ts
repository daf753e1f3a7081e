import type { TurnEvent } from '../schema/events/index.ts';

/** The answer's text as far as it was generated. */
export const answerText = (turn: readonly TurnEvent[]): string => {
  let text = '';
  for (const event of turn) if (event.type === 'TokenGenerated') text += event.data.text;
  return text;
};
