import { laneNames } from '../../schema/events/settings.ts';
import { type TurnInQueue, type WaitsFor, waitsFor } from '../processors/queue-view.ts';
import { abortable } from './abortable.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { serverStops } from './lifetimes.ts';
import { Lane } from './settings.ts';

const WaitsForRef = builder.enumType('WaitsFor', {
  description: 'What a waiting turn waits for.',
  values: {
    PERSON: { value: 'person', description: 'Its user is to decide about a tool’s call.' },
    CONVERSATION: {
      value: 'conversation',
      description: 'Another turn of its conversation, which runs, comes before it or waits for a person.',
    },
    OWN_TURN: {
      value: 'own-turn',
      description: "An earlier turn of its user: everybody's first comes before a second.",
    },
    SLOT: { value: 'slot', description: 'A free slot: the lane is full.' },
  } as const,
});

type Shown = TurnInQueue & {
  readonly isOwn: boolean;
  readonly username: string | null;
  readonly waitsFor: WaitsFor | null;
};
type LaneShown = {
  readonly lane: (typeof laneNames)[number];
  readonly limit: number;
  readonly running: number;
  readonly waiting: number;
  readonly turns: readonly Shown[];
};

const QueuedTurn = builder.objectRef<Shown>('QueuedTurn').implement({
  fields: (t) => ({
    turnId: t.exposeID('turnId'),
    isOwn: t.exposeBoolean('isOwn'),
    username: t.exposeString('username', { nullable: true, description: 'Whose turn it is.' }),
    conversationId: t.id({
      nullable: true,
      description: "Of one's own turns alone.",
      resolve: ({ isOwn, conversationId }) => (isOwn ? conversationId : null),
    }),
    isRunning: t.exposeBoolean('isRunning'),
    place: t.exposeInt('place', { description: 'In the line, from 1; 0 once it runs, or waits for a person.' }),
    since: t.expose('since', { type: 'DateTime', description: 'When it first came into the line.' }),
    waitsFor: t.expose('waitsFor', {
      type: WaitsForRef,
      nullable: true,
      description: 'Null once it runs, or is about to.',
    }),
  }),
});

const LaneQueue = builder.objectRef<LaneShown>('LaneQueue').implement({
  fields: (t) => ({
    lane: t.expose('lane', { type: Lane }),
    limit: t.exposeInt('limit', { description: 'How many run at once, at this moment.' }),
    running: t.exposeInt('running'),
    waiting: t.exposeInt('waiting'),
    turns: t.expose('turns', {
      type: [QueuedTurn],
      description:
        "Those that run, those that wait for a person, then by place; one's own alone, unless one is an administrator.",
    }),
  }),
});

const read = async ({ deps, identity }: Context): Promise<readonly LaneShown[]> => {
  const all = await deps.readQueue();
  const isSeen = ({ userId }: TurnInQueue) => userId === identity.userId || identity.scopes.includes('admin');
  const names = await deps.usernames([...new Set(all.filter(isSeen).map(({ userId }) => userId))]);
  return laneNames.map((lane) => {
    const ofLane = all.filter((turn) => turn.lane === lane);
    const running = ofLane.filter(({ isRunning }) => isRunning).length;
    const limit = deps.laneLimits.now[lane];
    const turns = ofLane.filter(isSeen).map((turn) => ({
      ...turn,
      isOwn: turn.userId === identity.userId,
      username: names.get(turn.userId) ?? null,
      waitsFor: waitsFor(turn, all, limit),
    }));
    return { lane, limit, running, waiting: ofLane.filter(({ place }) => place > 0).length, turns };
  });
};

async function* snapshots(context: Context, signal: AbortSignal): AsyncGenerator<{ lanes: readonly LaneShown[] }> {
  let shown = '';
  for await (const _ of context.deps.queue.changes(signal)) {
    const lanes = await read(context);
    const now = JSON.stringify(lanes, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    if (now !== shown) yield { lanes };
    shown = now;
  }
  if (!signal.aborted) throw serverStops();
}

builder.queryField('queue', (t) =>
  t.field({
    type: [LaneQueue],
    description: 'Who runs and who waits, lane by lane.',
    resolve: async (_, __, context) => [...(await read(context))],
  }),
);

builder.subscriptionField('queueEvents', (t) =>
  t.field({
    type: [LaneQueue],
    description: 'The queue as it stands, at once and whenever it changes.',
    subscribe: (_, __, context) => abortable((signal) => snapshots(context, signal)),
    resolve: ({ lanes }) => [...lanes],
  }),
);
