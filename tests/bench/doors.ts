import type { Door, DoorName } from './door.ts';
import { graphqlDoor } from './door-graphql.ts';
import { sseDoor } from './door-sse.ts';

export const doors: Readonly<Record<DoorName, Door>> = { sse: sseDoor, 'graphql-ws': graphqlDoor };
