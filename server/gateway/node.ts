import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Time } from '../time.ts';
import { uuidMessage } from './wire.ts';

/** The version of EventStoreDB whose protocol is spoken. */
const SPOKEN_VERSION = '23.10.0';

const spoken = {
  'event_store.client.streams.Streams': ['read', 'append', 'batchappend', 'delete', 'tombstone'],
  'event_store.client.gossip.Gossip': ['read'],
  'event_store.client.server_features.ServerFeatures': ['getsupportedmethods'],
};

/** ServerFeatures.GetSupportedMethods: what isn't named here is UNIMPLEMENTED. Tells nothing of the log, so anyone may ask. */
export const supportedMethodsHandler: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_, callback) => {
  const methods = Object.entries(spoken).flatMap(([service, names]) =>
    names.map((name) => new features.SupportedMethod().setServiceName(service).setMethodName(name)),
  );
  callback(null, new features.SupportedMethods().setEventStoreServerVersion(SPOKEN_VERSION).setMethodsList(methods));
};

/** The address the caller came by, which reaches this node whatever stands between. */
const endpointOf = (authority: string) => {
  const url = new URL(`http://${authority}`);
  return new gossip.EndPoint().setAddress(url.hostname.replace(/^\[|\]$/g, '')).setPort(Number(url.port) || 80);
};

type NodeDeps = Pick<Time, 'now'> & { instanceId: string };

/** Gossip.Read: a cluster of this one node, which leads. Asked before anybody can sign in, so anyone may ask. */
export const gossipHandler =
  ({ instanceId, now }: NodeDeps): handleUnaryCall<shared.Empty, gossip.ClusterInfo> =>
  (call, callback) => {
    const member = new gossip.MemberInfo()
      .setInstanceId(uuidMessage(instanceId))
      .setTimeStamp(String(BigInt(now().getTime()) * 10_000n))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(endpointOf(call.getHost()));
    callback(null, new gossip.ClusterInfo().setMembersList([member]));
  };
