import type { Analysis } from '../analysis/analysis.ts';
import { builder, requireScope } from './builder.ts';
import { connectionOf, pageOf } from './pages.ts';
import { Turn, TurnStatus } from './turns.ts';

type Logged = Awaited<ReturnType<Analysis['turns']>>['rows'][number];

const LoggedTurn = builder.objectRef<Logged>('LoggedTurn').implement({
  description:
    "Anybody's turn, for analysts. Times in milliseconds from the request; null where it did not come so far.",
  fields: (t) => ({
    turn: t.field({ type: Turn, resolve: (row) => row }),
    userId: t.exposeID('userId'),
    username: t.exposeString('username', { nullable: true, description: 'Null where the user is gone.' }),
    waitingMs: t.exposeFloat('waitingMs', { nullable: true }),
    firstTokenMs: t.exposeFloat('firstTokenMs', { nullable: true }),
    totalMs: t.exposeFloat('totalMs', { nullable: true }),
  }),
});

const LoggedTurnConnection = builder.connectionObject(
  { type: LoggedTurn, name: 'LoggedTurnConnection' },
  { name: 'LoggedTurnEdge' },
);

builder.queryField('allTurns', (t) =>
  t.connection(
    {
      ...requireScope('audit'),
      type: LoggedTurn,
      description: "Everybody's turns, the newest first. Every use is recorded.",
      args: {
        userId: t.arg.id(),
        model: t.arg.string(),
        status: t.arg({ type: TurnStatus }),
        from: t.arg({ type: 'DateTime', description: 'Requested at this moment or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Requested before this moment.' }),
      },
      resolve: async (_, { first, after, last, before, ...asked }, { deps, identity }) =>
        connectionOf(await deps.analysis.turns(identity, asked, pageOf({ first, after, last, before }))),
    },
    LoggedTurnConnection,
  ),
);
