import { type LaneLimit, type LaneName, laneNames } from '../../schema/events/settings.ts';
import { type AdaptiveState, adapt, beginAdapting, type Observation } from './adaptive-limit.ts';

/** `memory` in bytes. */
export type Machine = { readonly cores: number; readonly memory: number };

const GIB = 2 ** 30;
/** What one turn of a lane keeps busy where the models run on this machine, and how many are enough in any case. */
const needs = {
  chat: { cores: 2, gib: 4, most: 16 },
  image: { cores: 8, gib: 16, most: 4 },
  vision: { cores: 8, gib: 16, most: 4 },
} as const;

/** As many as the machine's cores and memory bear, one at least. */
export const suggestLimit = (lane: LaneName, { cores, memory }: Machine): number => {
  const need = needs[lane];
  return Math.max(1, Math.min(need.most, Math.floor(cores / need.cores), Math.floor(memory / GIB / need.gib)));
};

type Configured = Readonly<Record<LaneName, number>>;

export type LaneLimits = ReturnType<typeof openLaneLimits>;

/** How many turns of each lane run at once, as it is set and as things stand. */
export const openLaneLimits = ({ configured, machine }: { configured: Configured; machine: Machine }) => {
  let set: Readonly<Record<LaneName, LaneLimit | null>> = { chat: null, image: null, vision: null };
  const adapting = new Map<LaneName, AdaptiveState>();

  const modeOf = (lane: LaneName, given = set): LaneLimit => given[lane] ?? { mode: 'fixed', limit: configured[lane] };
  const limitOf = (lane: LaneName, given = set): number => {
    const mode = modeOf(lane, given);
    if (mode.mode === 'fixed') return mode.limit;
    if (mode.mode === 'suggested') return suggestLimit(lane, machine);
    return Math.floor((adapting.get(lane) ?? beginAdapting(mode)).limit);
  };
  const changed = (change: () => void): boolean => {
    const before = laneNames.map((lane) => limitOf(lane));
    change();
    return laneNames.some((lane, index) => limitOf(lane) !== before[index]);
  };

  return {
    /** Read at each use: the numbers change. */
    now: {
      get chat() {
        return limitOf('chat');
      },
      get image() {
        return limitOf('image');
      },
      get vision() {
        return limitOf('vision');
      },
    },
    machine,
    /** As it is by these settings, whether or not they have been heard of here. */
    describe: (lane: LaneName, given: typeof set) => ({
      lane,
      isSet: given[lane] !== null,
      ...modeOf(lane, given),
      inForce: limitOf(lane, given),
      suggested: suggestLimit(lane, machine),
    }),
    /** Whether a limit is another now. A lane that is set to adapt begins anew, at its least. */
    set: (next: typeof set): boolean =>
      changed(() => {
        for (const lane of laneNames) {
          if (JSON.stringify(next[lane]) !== JSON.stringify(set[lane])) adapting.delete(lane);
        }
        set = next;
      }),
    /** Whether a limit is another now. */
    observe: (lane: LaneName, seen: Observation): boolean =>
      changed(() => {
        const mode = modeOf(lane);
        if (mode.mode === 'adaptive') adapting.set(lane, adapt(adapting.get(lane) ?? beginAdapting(mode), mode, seen));
      }),
  };
};
