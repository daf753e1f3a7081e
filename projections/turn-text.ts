import type { TurnEvent } from '../schema/events/index.ts';

/** The answer's text as far as it was generated. */
export const answerText = (turn: readonly TurnEvent[]): string => {
  let text = '';
  for (const event of turn) if (event.type === 'TokenGenerated') text += event.data.text;
  return text;
};

/** What the model thought before it answered; empty where it said nothing of it. */
export const reasoningText = (turn: readonly TurnEvent[]): string => {
  let text = '';
  for (const event of turn) if (event.type === 'ReasoningGenerated') text += event.data.text;
  return text;
};

const PREVIEW = 120;

/** The beginning of a text on one line, in UTF-16 units; a character that would be cut in two is left out. */
export const preview = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, PREVIEW)
    .replace(/[\uD800-\uDBFF]$/, '');
