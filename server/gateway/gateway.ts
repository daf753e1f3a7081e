import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { Auth } from '../auth/auth.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Time } from '../time.ts';
import { type AccessPolicy, openAccess } from './access.ts';
import { appendHandler } from './append.ts';
import { batchAppendHandler } from './batch-append.ts';
import { batchedMessages } from './batches.ts';
import { openCalls } from './calls.ts';
import { deleteHandler, tombstoneHandler } from './delete.ts';
import { openFront } from './front.ts';
import { createHttpServer } from './http.ts';
import { gossipHandler, supportedMethodsHandler } from './node.ts';
import { readHandler } from './read.ts';
import { openStreamMetadata } from './stream-metadata.ts';
import { readTls } from './tls.ts';
import { addUnspoken, unhurriedRefusals } from './unspoken.ts';
import { openWriter } from './writer.ts';

const DEFAULT_PORT = 2113;

/** A message holds an append that is too large, so that it can be told so, and not much more. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
const GRACE_MS = 1_000;
/** Like a node of EventStoreDB, a stand-in has streams of its own: readers learn to pass over them. */
const SYSTEM_STREAM = '$turnlog';
const ANY = { expectedRevision: 'any' } as const;

const { StreamsService } = streamsService;
/** Answers to Read come encoded, so that their size is known. */
const streamsDefinition = {
  ...StreamsService,
  read: {
    ...StreamsService.read,
    responseSerialize: (message: Uint8Array) => Buffer.from(message.buffer, message.byteOffset, message.byteLength),
  },
};

type GatewaySettings = AccessPolicy & {
  readonly host: string;
  readonly port: number;
  /** Files, both or none. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
};

export type GatewayDeps = Pick<Time, 'now' | 'sleep' | 'later'> & {
  readonly store: EventStore;
  readonly auth: Auth;
  readonly newId: () => string;
  readonly log: { warn(obj: object, msg: string): void; error(obj: object, msg: string): void };
};

export type Gateway = { readonly url: string; close(): Promise<void> };

/**
 * EventStoreDB's protocol over Turnlog's own store: streams are read and, where that is allowed, written; what else the
 * protocol knows is UNIMPLEMENTED.
 */
const openGateway = async (
  { host, port, tlsCert, tlsKey, ...policy }: GatewaySettings,
  { store, auth, newId, log, ...time }: GatewayDeps,
): Promise<Gateway> => {
  const tls = readTls({ tlsCert, tlsKey });
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const metadata = await openStreamMetadata({ store, log, signal: stop.signal, ...time });
  const access = openAccess({ auth, policy, metadata });
  const writer = openWriter({ store, metadata, access, newId });
  const calls = openCalls({ access, auth, log, signal: stop.signal });

  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.enable_channelz': 0,
    interceptors: [batchedMessages, unhurriedRefusals(time.later)],
  });
  server.addService(streamsDefinition, {
    read: calls.serverStream(readHandler({ store, metadata, newId, ...time }, access)),
    append: calls.clientStream(appendHandler(writer)),
    batchAppend: calls.duplex(batchAppendHandler({ writer, ...time })),
    delete: calls.unary(deleteHandler(writer)),
    tombstone: calls.unary(tombstoneHandler(writer)),
  });
  server.addService(featuresService.ServerFeaturesService, { getSupportedMethods: supportedMethodsHandler });
  server.addService(gossipService.GossipService, { read: gossipHandler({ instanceId: newId(), ...time }) });

  addUnspoken(server);

  if (policy.standIn) await store.append(SYSTEM_STREAM, [{ id: newId(), type: '$nodeStarted', data: {} }], ANY);

  const http1 = createHttpServer();
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const destinations = { http1, http2: (socket: Socket) => injector.injectConnection(socket) };
  const refused = (error: Error) => log.error({ err: error }, 'the gateway cannot take a caller');
  const front = await openFront({ host, port, tls }, refused, destinations).catch(async (error: unknown) => {
    stop.abort();
    server.forceShutdown();
    await metadata.stopped();
    throw error;
  });

  return {
    url: `esdb://${host.includes(':') ? `[${host}]` : host}:${front.port}?tls=${tls !== null}`,
    async close() {
      stop.abort();
      await Promise.race([calls.ended(), time.sleep(GRACE_MS)]);
      injector.drain(GRACE_MS);
      await front.close();
      server.forceShutdown();
      await metadata.stopped();
    },
  };
};

type Configured = Omit<GatewaySettings, 'port' | 'standIn'> & { readonly port: number | undefined };

/** The gateway beside the server: Turnlog's own streams are never written by it. */
export const openGatewayBeside = (settings: Omit<GatewaySettings, 'standIn'>, deps: GatewayDeps): Promise<Gateway> =>
  openGateway({ ...settings, standIn: false }, deps);

/** The gateway as a whole server: where anybody may write, it stands in for EventStoreDB. */
export const openGatewayAlone = (
  { port = DEFAULT_PORT, ...settings }: Configured,
  deps: GatewayDeps,
): Promise<Gateway> => openGateway({ ...settings, port, standIn: settings.anonymous && settings.writes }, deps);
