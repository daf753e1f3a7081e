import type { EventData, UserEvent } from '../../schema/events/index.ts';

export type ToolUse = EventData<'ToolUseChanged'>;
export type ToolUseCommand = { type: 'ChangeToolUse'; change: { [K in keyof ToolUse]?: ToolUse[K] | undefined } };

const initial: ToolUse = { offline: false, disabled: [] };

const evolve = (state: ToolUse, event: UserEvent): ToolUse => (event.type === 'ToolUseChanged' ? event.data : state);

const decide = ({ change }: ToolUseCommand, state: ToolUse): UserEvent[] => {
  const { offline = state.offline, disabled = state.disabled } = change;
  const same = offline === state.offline && JSON.stringify(disabled) === JSON.stringify(state.disabled);
  return same ? [] : [{ type: 'ToolUseChanged', data: { offline, disabled } }];
};

/** Which tools a user wants, and whether any may use the network. */
export const toolUseDecider = { initial, evolve, decide } as const;
