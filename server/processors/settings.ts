import { decodeSettingsEvent, decodeTurnEvent } from '../../schema/events/decode.ts';
import { isTerminal, type TerminalEvent } from '../../schema/events/index.ts';
import { type LaneName, laneNames } from '../../schema/events/settings.ts';
import { terminalTypes } from '../../schema/events/turn.ts';
import type { Position } from '../../schema/order.ts';
import type { EventStore, RecordedEvent } from '../eventstore/event-store.ts';
import { type SettingsState, settingsDecider } from '../settings/decider.ts';
import type { Time } from '../time.ts';
import type { Observation } from './adaptive-limit.ts';
import type { LaneLimits } from './lane-limits.ts';
import { runProcessor } from './processor.ts';

type SettingsDeps = Pick<Time, 'sleep'> & {
  store: EventStore;
  /** What was set when `after` was the log's head. */
  settings: SettingsState;
  after: Position;
  limits: Pick<LaneLimits, 'set' | 'observe'>;
  /** Called when a lane's limit is another. */
  onLimits: () => void;
  log: { warn(obj: object, msg: string): void };
  signal: AbortSignal;
};

/** Fewer tell nothing of the rate. */
const FEW_TOKENS = 16;

const isLane = (name: string): name is LaneName => laneNames.some((lane) => lane === name);

/** What a turn's end tells of the load; null where it tells nothing. */
const observed = (event: TerminalEvent): Pick<Observation, 'firstTokenMs' | 'tokensPerSecond' | 'failed'> | null => {
  const { durations, usage } = event.data;
  if (event.type === 'TurnFailed') {
    return event.data.reason === 'interrupted' ? null : { failed: true, firstTokenMs: null, tokensPerSecond: null };
  }
  const { firstToken = null, generation = 0 } = durations;
  const isMeasurable = usage && usage.completionTokens >= FEW_TOKENS && generation > 0;
  const tokensPerSecond = isMeasurable ? (usage.completionTokens * 1_000) / generation : null;
  return { failed: false, firstTokenMs: firstToken, tokensPerSecond };
};

/** Hears what is set and how the turns fare, so that both take effect at once. */
export const startSettings = ({ store, settings, after, limits, onLimits, sleep, log, signal }: SettingsDeps) => {
  let state = settings;
  const started = new Map<string, { lane: LaneName; at: number }>();
  limits.set(state.lanes);

  const hear = (recorded: RecordedEvent): boolean => {
    const setting = decodeSettingsEvent(recorded);
    if (setting) {
      state = settingsDecider.evolve(state, setting);
      return limits.set(state.lanes);
    }
    const event = decodeTurnEvent(recorded);
    const { name } = recorded.stream;
    const at = recorded.recordedAt.getTime();
    if (event?.type === 'TurnStarted' && isLane(event.data.lane)) started.set(name, { lane: event.data.lane, at });
    const start = started.get(name);
    if (!event || !isTerminal(event) || !start) return false;
    const running = [...started.values()].filter(({ lane }) => lane === start.lane).length;
    started.delete(name);
    const seen = observed(event);
    return seen !== null && limits.observe(start.lane, { ...seen, running, startedAt: start.at, endedAt: at });
  };

  const set = ['LaneLimitChanged', 'DefaultModelChanged', 'RouterModelChanged', 'SignUpChanged'] as const;
  const types = [...set, 'TurnStarted', ...terminalTypes] as const;
  const running = runProcessor({
    store,
    name: 'settings',
    after,
    filter: { categories: ['settings', 'turn'], types },
    sleep,
    log,
    signal,
    async handle({ events }) {
      if (events.map(hear).includes(true)) onLimits();
    },
  });

  return { current: (): SettingsState => state, stopped: () => running };
};
