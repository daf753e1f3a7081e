import type { z } from 'zod';
import type { Projection, Recorded, Statement } from '../../projections/projection.ts';
import {
  type ConversationEvent,
  type DomainEvent,
  eventSchemas,
  isTerminal,
  type TurnEvent,
  type UserEvent,
} from '../../schema/events/index.ts';
import { asPosition, asRevision } from '../../schema/order.ts';
import { conversationStream, turnStream, userStream } from '../../schema/streams.ts';
import { openTestPglite } from './pglite.ts';
import { alice, samples } from './turn-samples.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

/** When the nth event of a history was recorded: a second apart, from noon. */
export const secondsAfterNoon = (n: number): Date => new Date(NOON + n * 1_000);

/** Places events as a log would: positions and seconds from 1, revisions by stream. */
export const openHistory = () => {
  const streams = new Map<string, number>();
  let position = 0;
  const place = <E extends DomainEvent>(event: E, name: string, conversationId: string | null): Recorded<E> => {
    const revision = streams.get(name) ?? 0;
    streams.set(name, revision + 1);
    position += 1;
    return {
      ...event,
      stream: { name, userId: alice, conversationId },
      revision: asRevision(revision),
      position: asPosition(BigInt(position)),
      recordedAt: secondsAfterNoon(position),
    };
  };
  return {
    user: (id: string, ...events: UserEvent[]) => events.map((event) => place(event, userStream(id), null)),
    conversation: (id: string, ...events: ConversationEvent[]) =>
      events.map((event) => place(event, conversationStream(id), id)),
    /** Of the sample's conversation, unless told. */
    turn: (id: string, events: readonly TurnEvent[], conversationId = samples.TurnRequested.conversationId) =>
      events.map((event) => place(event, turnStream(id), conversationId)),
  };
};

const isOfTurn = (event: Recorded<DomainEvent>): event is Recorded<TurnEvent> =>
  Object.hasOwn(eventSchemas.turn, event.type);

/** The projections' rows in an embedded database, made by nothing but their own statements. */
export const openProjected = async (...projections: Projection[]) => {
  const sql = await openTestPglite();
  for (const { tables } of projections) await sql.script(tables);
  const turns = new Map<string, Recorded<TurnEvent>[]>();
  return {
    async play(...events: Recorded<DomainEvent>[]): Promise<void> {
      for (const event of events) {
        const turn = turns.get(event.stream.name) ?? [];
        if (isOfTurn(event)) turn.push(event);
        turns.set(event.stream.name, turn);
        for (const { types, readsWholeTurn, project } of projections) {
          if (!types.includes(event.type)) continue;
          for (const { text, values } of project(event, readsWholeTurn && isTerminal(event) ? turn : [])) {
            await sql.query(text, values);
          }
        }
      }
    },
    rows: async <T>({ text, values }: Statement, row: z.ZodType<T>): Promise<T[]> =>
      (await sql.query(text, values)).map((found) => row.parse(found)),
    /** Begins again with no rows. */
    async empty(): Promise<void> {
      turns.clear();
      const tables = await sql.query<{ tablename: string }>(
        `select tablename from pg_tables where schemaname = 'public'`,
      );
      await sql.script(`truncate ${tables.map(({ tablename }) => tablename).join(', ')}`);
    },
    close: () => sql.close(),
  };
};
