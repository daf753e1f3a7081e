import streams from '@eventstore/db-client/generated/streams_pb.js';
import { RE2JS } from 're2js';
import { asPosition, asRevision, type Position, type Revision } from '../../schema/order.ts';
import { TurnlogError } from '../errors.ts';
import type { Direction, RecordedEvent } from '../eventstore/event-store.ts';
import { readStreamName } from './wire.ts';

const LAST_REVISION = 2n ** 31n - 1n;
const LAST_POSITION = 2n ** 63n - 1n;
/** So many events an unbounded filter scans between two checkpoints, times the multiplier. */
const DEFAULT_WINDOW = 32;

export type Filter = {
  /** After how many scanned events a checkpoint is due. */
  readonly checkpointEvery: number;
  matches(event: RecordedEvent): boolean;
};

export type ReadQuery = {
  readonly direction: Direction;
  readonly limit: number;
  readonly resolveLinks: boolean;
  readonly structuredIds: boolean;
  readonly subscription: boolean;
} & (
  | { readonly stream: string; readonly from: Revision | 'start' | 'end' }
  | { readonly stream: null; readonly from: Position | 'start' | 'end'; readonly filter: Filter | null }
);

export type StreamQuery = Extract<ReadQuery, { stream: string }>;
export type AllQuery = Extract<ReadQuery, { stream: null }>;

type Options = streams.ReadReq.Options;

const invalid = (message: string) => new TurnlogError('VALIDATION', message);

const atMost = (text: string, limit: bigint): bigint => {
  const value = BigInt(text);
  return value > limit || value < 0n ? limit : value;
};

/** RE2's syntax, which takes linear time whatever pattern and name meet. */
const compile = (pattern: string) => {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new TurnlogError('VALIDATION', "a filter's regular expression is one of RE2's syntax", { cause: error });
  }
};

const matcherOf = (expression: streams.ReadReq.Options.FilterOptions.Expression): ((name: string) => boolean) => {
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (name) => prefixes.some((prefix) => name.startsWith(prefix));
  const pattern = compile(expression.getRegex());
  return (name) => pattern.matcher(name).find();
};

const filterOf = (options: Options): Filter | null => {
  const given = options.getFilter();
  if (!given) return null;
  const [byStream, byType] = [given.getStreamIdentifier(), given.getEventType()];
  const expression = byStream ?? byType;
  if (!expression) throw invalid('a filter is by stream name or by event type');
  const matches = matcherOf(expression);
  const window = given.hasMax() ? given.getMax() : DEFAULT_WINDOW;
  return {
    checkpointEvery: Math.max(1, window) * Math.max(1, given.getCheckpointintervalmultiplier()),
    matches: byStream ? ({ stream }) => matches(stream.name) : ({ type }) => matches(type),
  };
};

const targetOf = (options: Options) => {
  const [byStream, all] = [options.getStream(), options.getAll()];
  if (byStream) {
    const stream = readStreamName(byStream.getStreamIdentifier());
    if (byStream.hasStart()) return { stream, from: 'start' } as const;
    if (byStream.hasEnd()) return { stream, from: 'end' } as const;
    return { stream, from: asRevision(Number(atMost(byStream.getRevision(), LAST_REVISION))) };
  }
  if (!all) throw invalid('what is read is a stream or $all');
  const filter = filterOf(options);
  const position = all.getPosition();
  if (position) {
    return { stream: null, from: asPosition(atMost(position.getCommitPosition(), LAST_POSITION)), filter };
  }
  return { stream: null, from: all.hasEnd() ? 'end' : 'start', filter } as const;
};

/** @throws TurnlogError VALIDATION */
export const parseRead = (request: streams.ReadReq): ReadQuery => {
  const options = request.getOptions();
  if (!options) throw invalid('a read has options');
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  return {
    ...targetOf(options),
    direction: backwards ? 'backwards' : 'forwards',
    limit: Number(atMost(options.getCount(), BigInt(Number.MAX_SAFE_INTEGER))),
    resolveLinks: options.getResolveLinks(),
    structuredIds: options.getUuidOption()?.hasStructured() ?? false,
    subscription: options.hasSubscription(),
  };
};
