import type { EventData, SettingsEvent } from '../../schema/events/index.ts';
import { type LaneLimit, type LaneName, laneNames } from '../../schema/events/settings.ts';

/** What an administrator has set; null where nothing was, or where it was taken back. */
export type SettingsState = {
  readonly lanes: Readonly<Record<LaneName, LaneLimit | null>>;
  readonly defaultModel: string | null;
  readonly routerModel: string | null;
  readonly signUp: EventData<'SignUpChanged'>['signUp'];
};

/** What isn't given stays as it is. */
export type SettingsCommand = {
  readonly type: 'ChangeSettings';
  readonly by: string;
  readonly change: {
    readonly lanes?: { readonly [L in LaneName]?: LaneLimit | null | undefined } | undefined;
    readonly defaultModel?: SettingsState['defaultModel'] | undefined;
    readonly routerModel?: SettingsState['routerModel'] | undefined;
    readonly signUp?: SettingsState['signUp'] | undefined;
  };
};

const evolve = (state: SettingsState, event: SettingsEvent): SettingsState => {
  switch (event.type) {
    case 'LaneLimitChanged':
      return { ...state, lanes: { ...state.lanes, [event.data.lane]: event.data.limit } };
    case 'DefaultModelChanged':
      return { ...state, defaultModel: event.data.model };
    case 'RouterModelChanged':
      return { ...state, routerModel: event.data.model };
    case 'SignUpChanged':
      return { ...state, signUp: event.data.signUp };
  }
};

const fields = (limit: LaneLimit | null): string => JSON.stringify(limit && Object.entries(limit).sort());

/** An event for each setting that differs from what is set. */
const decide = ({ by, change }: SettingsCommand, state: SettingsState): SettingsEvent[] => {
  const { lanes = {}, defaultModel: model, routerModel, signUp } = change;
  const events = laneNames.flatMap((lane): SettingsEvent[] => {
    const limit = lanes[lane];
    if (limit === undefined || fields(limit) === fields(state.lanes[lane])) return [];
    return [{ type: 'LaneLimitChanged', data: { lane, limit, by } }];
  });
  if (model !== undefined && model !== state.defaultModel) {
    events.push({ type: 'DefaultModelChanged', data: { model, by } });
  }
  if (routerModel !== undefined && routerModel !== state.routerModel) {
    events.push({ type: 'RouterModelChanged', data: { model: routerModel, by } });
  }
  if (signUp !== undefined && signUp !== state.signUp) events.push({ type: 'SignUpChanged', data: { signUp, by } });
  return events;
};

const initial: SettingsState = {
  lanes: { chat: null, image: null, vision: null },
  defaultModel: null,
  routerModel: null,
  signUp: null,
};
export const settingsDecider = { initial, evolve, decide } as const;
