import operationsService from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistentService from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsService from '@eventstore/db-client/generated/projections_grpc_pb.js';
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js';
import { type Server, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import type { Time } from '../time.ts';

/** At once, it would outrun the shortest deadline: a caller whose time is up hears of that. */
const UNIMPLEMENTED_AFTER_MS = 50;

const services = [
  projectionsService.ProjectionsService,
  persistentService.PersistentSubscriptionsService,
  operationsService.OperationsService,
  usersService.UsersService,
];

/** Ends calls of what the gateway doesn't do, in their own time. */
export const unhurriedRefusals = (later: Time['later']): ServerInterceptor => {
  class UnhurriedCall extends ServerInterceptingCall {
    override sendStatus(ending: Parameters<ServerInterceptingCall['sendStatus']>[0]): void {
      if (ending.code !== status.UNIMPLEMENTED) super.sendStatus(ending);
      else later(UNIMPLEMENTED_AFTER_MS, () => super.sendStatus(ending));
    }
  }
  return (_, call) => new UnhurriedCall(call);
};

/** What the protocol knows besides streams. Without handlers of ours, every call of it is UNIMPLEMENTED. */
export const addUnspoken = (server: Server): void => {
  for (const service of services) server.addService(service, {});
};
