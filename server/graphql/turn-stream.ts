import { z } from 'zod';
import { isTerminal } from '../../schema/events/index.ts';
import { turnStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { RecordedEvent } from '../eventstore/event-store.ts';
import type { Context } from './context.ts';

const notFound = () => new TurnlogError('NOT_FOUND', 'not found');

export type OwnTurn = {
  readonly stream: string;
  readonly last: RecordedEvent;
  /** The terminal event. Requests to cancel that lost against it may stand behind it. */
  readonly end: RecordedEvent | null;
};

/**
 * The viewer's turn as its stream has it now.
 * @throws TurnlogError NOT_FOUND for another's, a missing and a malformed id alike
 */
export const requireTurn = async ({ deps: { store }, identity }: Context, turnId: string): Promise<OwnTurn> => {
  if (!z.uuid().safeParse(turnId).success) throw notFound();
  const stream = turnStream(turnId.toLowerCase());
  let last: RecordedEvent | null = null;
  for await (const event of store.readStream(stream, { direction: 'backwards', limit: 1 })) last = event;
  if (last?.stream.userId !== identity.userId) throw notFound();
  if (isTerminal(last)) return { stream, last, end: last };
  if (last.type !== 'TurnCancelRequested') return { stream, last, end: null };
  for await (const event of store.readStream(stream, { direction: 'backwards' })) {
    if (isTerminal(event)) return { stream, last, end: event };
    if (event.type !== 'TurnCancelRequested') break;
  }
  return { stream, last, end: null };
};
