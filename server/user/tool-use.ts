import type { EventData, UserEvent } from '../../schema/events/index.ts';

/** What the user chose, and which tools an administrator keeps from the user. */
export type ToolUse = EventData<'ToolUseChanged'> & Pick<EventData<'ToolsGated'>, 'denied'>;
export type ToolUseCommand =
  | { type: 'ChangeToolUse'; change: { [K in 'offline' | 'disabled']?: ToolUse[K] | undefined } }
  | { type: 'GateTools'; denied: string[]; by: string };

const initial: ToolUse = { offline: false, disabled: [], denied: [] };

const evolve = (state: ToolUse, event: UserEvent): ToolUse => {
  if (event.type === 'ToolUseChanged') return { ...state, ...event.data };
  return event.type === 'ToolsGated' ? { ...state, denied: event.data.denied } : state;
};

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

const decide = (command: ToolUseCommand, state: ToolUse): UserEvent[] => {
  if (command.type === 'GateTools') {
    const { denied, by } = command;
    return isSame(denied, state.denied) ? [] : [{ type: 'ToolsGated', data: { denied, by } }];
  }
  const { offline = state.offline, disabled = state.disabled } = command.change;
  const same = offline === state.offline && isSame(disabled, state.disabled);
  return same ? [] : [{ type: 'ToolUseChanged', data: { offline, disabled } }];
};

/** Which tools a user wants, which the user may have, and whether any may use the network. */
export const toolUseDecider = { initial, evolve, decide } as const;

export const isToolAllowed = ({ disabled, denied }: ToolUse, id: string): boolean =>
  !disabled.includes(id) && !denied.includes(id);
