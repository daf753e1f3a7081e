import { randomUUID } from 'node:crypto';
import { decodeTurnEvent } from '../../schema/events/decode.ts';
import type { TurnEvent } from '../../schema/events/index.ts';
import { turnStream } from '../../schema/streams.ts';
import type { RecordedEvent } from '../../server/eventstore/event-store.ts';
import { openEventStore } from '../../server/eventstore/index.ts';
import { openBlobs } from '../../server/generation/blobs.ts';
import { readTurn } from '../../server/generation/read-turn.ts';
import { openStages } from '../../server/generation/stages.ts';
import { useTool } from '../../server/generation/tool-step.ts';
import { openTurnWriter } from '../../server/generation/turn-writer.ts';
import { openTurnBlobs } from '../../server/rest/blobs.ts';
import { chatFrame } from '../../server/rest/chat-frames.ts';
import { migrate } from '../../server/sql/migrate.ts';
import { openPglite } from '../../server/sql/pglite.ts';
import type { Tool, ToolContext } from '../../server/tools/tool.ts';
import { injected } from './injected.ts';
import { sample, samples } from './turn-samples.ts';

type Given = {
  readonly tool: Tool;
  readonly args?: unknown;
  readonly context: (signal: AbortSignal) => ToolContext;
  readonly offline?: boolean;
  readonly signal?: AbortSignal;
  /** A turn that another worker left: what it recorded behind its start. */
  readonly before?: readonly TurnEvent[];
};

/** Runs tools as a turn does, on a log and a blob table of its own. */
export const openToolRuns = async () => {
  const sql = await openPglite();
  await migrate(sql);
  const store = await openEventStore(sql, { log: { warn: () => undefined }, ...injected });
  const blobs = openBlobs(sql);
  const turnBlobs = openTurnBlobs({ store, blobs });

  const storyOf = async (turnId: string) => {
    const story: { recorded: RecordedEvent; event: TurnEvent }[] = [];
    for await (const recorded of store.readStream(turnStream(turnId))) {
      const event = decodeTurnEvent(recorded);
      if (event) story.push({ recorded, event });
    }
    return story;
  };

  return {
    blobs,
    /** The tool's outcome, and the events and contract A's frames that it left behind what stood there before. */
    async run({ tool, args, context, offline = false, signal = new AbortController().signal, before }: Given) {
      const turnId = randomUUID();
      const begin = [
        sample('TurnRequested', { turnId }),
        sample('TurnQueued'),
        sample('TurnStarted'),
        ...(before ?? []),
      ];
      const events = begin.map((event) => ({ id: randomUUID(), type: event.type, data: event.data }));
      const { revision } = await store.append(turnStream(turnId), events, {
        expectedRevision: 'no_stream',
        owner: { userId: 'alice', conversationId: samples.TurnRequested.conversationId },
      });
      const turn = await readTurn(store, turnId);
      if (!turn) throw new Error('no turn');
      const failures: unknown[] = [];
      const writer = openTurnWriter({
        ...injected,
        store,
        turnId,
        state: turn.state,
        revision,
        causeId: randomUUID(),
        patienceMs: 1_000,
        onNews: () => undefined,
        onFailure: (error) => failures.push(error),
      });
      let routed = 0;
      const outcome = await useTool(
        {
          store,
          blobs,
          findTool: (id) => (id === tool.id ? tool : undefined),
          route: async () => {
            routed += 1;
            return { routed: { ...samples.TurnRouted, tool: tool.id }, call: { tool, args } };
          },
          limitsOf: async () => ({ disabled: [], offline }),
          toolContext: ({ signal: limit }) => context(limit),
          timeZone: 'Europe/Berlin',
          decideWithinMs: 60_000,
          now: () => new Date('2026-03-10T12:00:00Z'),
          elapsed: injected.elapsed,
        },
        {
          request: turn.request,
          takenOver: before !== undefined,
          history: [],
          writer,
          stages: openStages(injected),
          signal,
        },
      );
      await writer.settle();
      if (failures.length > 0) throw failures[0];
      const story = (await storyOf(turnId)).slice(begin.length);
      return {
        outcome,
        routed,
        events: story.map(({ event }) => event),
        frames: (await turnBlobs.withResults(story.map(({ recorded }) => recorded))).flatMap(
          (recorded) => chatFrame(recorded)?.toString() ?? [],
        ),
      };
    },
    async close() {
      await store.close();
      await sql.close();
    },
  };
};
export type ToolRuns = Awaited<ReturnType<typeof openToolRuns>>;
