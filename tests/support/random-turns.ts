import { v4 } from 'uuid';
import { conversationStream, turnStream } from '../../schema/streams.ts';
import { type ConversationCommand, conversationDecider } from '../../server/conversation/decider.ts';
import type { EventStore, ExpectedRevision } from '../../server/eventstore/event-store.ts';
import type { Decider } from '../../server/eventstore/handle-command.ts';
import { type Progress, type TurnCommand, turnDecider } from '../../server/turn/decider.ts';
import { samples, tokens } from './turn-samples.ts';

const WORDS = ['tea ', 'Füße ', '\n', '  ', '😀', 'مرحبا ', '```js\n', "'; --", '\\ "quoted" '];

/** Another one each run; a test names it, and `TEST_SEED` tells the same story again. */
export const storySeed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

/** A sequence of numbers in [0, 1) that a seed fixes (mulberry32). */
const openRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** What the read models must say of a turn, and of a conversation. */
export type ToldTurn = {
  readonly id: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly question: string;
  answer: string;
  blocks: number;
  status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  stopping: boolean;
  readonly tell: (command: TurnCommand) => Promise<void>;
};
export type ToldConversation = {
  readonly id: string;
  readonly userId: string;
  title: string;
  pinned: boolean;
  deleted: boolean;
  last: string | null;
  readonly tell: (command: ConversationCommand) => Promise<void>;
};

/** The answer's message of a turn of these stories. */
export const answerIdOf = (turnId: string): string => turnId.replace(/^.{4}/, 'aaaa');
export const questionIdOf = (turnId: string): string => turnId.replace(/^.{4}/, 'cccc');

/** One person's turns, a few under way at once, in conversations that are renamed, pinned and deleted meanwhile. */
export const tellStory = async (
  store: EventStore,
  userId: string,
  { seed, turns }: { seed: number; turns: number },
) => {
  const random = openRandom(seed);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  const newId = () => v4({ random: Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)) });
  const text = () => Array.from({ length: 1 + Math.floor(random() * 40) }, () => pick(WORDS)).join('');

  const told: { turns: ToldTurn[]; conversations: ToldConversation[] } = { turns: [], conversations: [] };

  /** Decides from what it told before: nobody else writes this stream. */
  const openWriter = <State, Command, Event extends { type: string; data: object }>(
    decider: Decider<State, Command, Event>,
    stream: string,
    conversationId: string,
  ) => {
    let state = decider.initial;
    let expectedRevision: ExpectedRevision = 'no_stream';
    return async (command: Command) => {
      const decided = decider.decide(command, state);
      if (decided.length === 0) return;
      const events = decided.map((event) => ({ id: newId(), ...event }));
      const appended = await store.append(stream, events, { expectedRevision, owner: { userId, conversationId } });
      expectedRevision = appended.revision;
      state = decided.reduce(decider.evolve, state);
    };
  };

  const open = async () => {
    const id = newId();
    const tell = openWriter(conversationDecider, conversationStream(id), id);
    const made = { id, userId, title: text(), pinned: false, deleted: false, last: null, tell };
    told.conversations.push(made);
    await tell({ type: 'OpenConversation', conversationId: made.id, userId, title: made.title });
  };

  const change = async (conversation: ToldConversation) => {
    const dice = random();
    if (dice < 0.5) {
      conversation.title = text();
      await conversation.tell({ type: 'RenameConversation', userId, title: conversation.title });
    } else if (dice < 0.85) {
      conversation.pinned = !conversation.pinned;
      await conversation.tell({ type: 'PinConversation', userId, pinned: conversation.pinned });
    } else {
      conversation.deleted = true;
      await conversation.tell({ type: 'DeleteConversation', userId });
    }
  };

  const request = async (conversation: ToldConversation) => {
    const [id, parentId, question] = [newId(), conversation.last, text()];
    conversation.last = answerIdOf(id);
    const turn: ToldTurn = {
      id,
      conversationId: conversation.id,
      parentId,
      question,
      answer: '',
      blocks: 0,
      status: 'waiting',
      stopping: false,
      tell: openWriter(turnDecider, turnStream(id), conversation.id),
    };
    told.turns.push(turn);
    const asked = {
      ...samples.TurnRequested,
      ...{ turnId: id, userId, conversationId: conversation.id, parentMessageId: parentId, text: question },
      ...{ userMessageId: questionIdOf(id), assistantMessageId: answerIdOf(id) },
    };
    await turn.tell({ type: 'RequestTurn', request: asked, lane: 'chat', place: 1 });
  };

  const progress = (turn: ToldTurn): Progress[] => {
    if (random() < 0.1) {
      turn.blocks += 1;
      return [{ type: 'BlockEmitted', data: { block: { kind: 'text', text: text() } } }];
    }
    const said = Array.from({ length: 1 + Math.floor(random() * 4) }, text);
    turn.answer += said.join('');
    return tokens(...said);
  };

  const step = async (turn: ToldTurn) => {
    const dice = random();
    if (dice < 0.1 && !turn.stopping) {
      turn.stopping = true;
      if (turn.status === 'waiting') turn.status = 'cancelled';
      await turn.tell({ type: 'CancelTurn', userId, by: userId, why: 'enough' });
    } else if (dice < 0.15) {
      turn.status = 'failed';
      await turn.tell({ type: 'FailTurn', data: samples.TurnFailed });
    } else if (turn.status === 'waiting') {
      turn.status = 'running';
      await turn.tell({ type: 'StartTurn', lane: 'chat', worker: 'worker-1' });
    } else if (turn.stopping && dice < 0.6) {
      turn.status = 'cancelled';
      const { usage, model, durations } = samples.TurnCancelled;
      await turn.tell({ type: 'ConfirmCancel', data: { usage, model, durations } });
    } else if (dice < 0.4) {
      turn.status = 'completed';
      await turn.tell({ type: 'CompleteTurn', data: samples.TurnCompleted });
    } else await turn.tell({ type: 'RecordProgress', events: progress(turn) });
  };

  for (;;) {
    const live = told.conversations.filter(({ deleted }) => !deleted);
    const under = told.turns.filter(({ status }) => status === 'waiting' || status === 'running');
    if (told.turns.length >= turns && under.length <= 1) return told;
    const dice = random();
    if (live.length === 0 || dice < 0.03) await open();
    else if (dice < 0.08) await change(pick(live));
    // Now and then a turn slips into a conversation that was deleted.
    else if (under.length < 4 && told.turns.length < turns) await request(pick(dice < 0.1 ? told.conversations : live));
    else await step(pick(under));
  }
};
