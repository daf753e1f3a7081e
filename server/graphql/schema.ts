import { type GraphQLSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import './branches.ts';
import './conversation-events.ts';
import './conversations.ts';
import './events.ts';
import './logged-turns.ts';
import './messages.ts';
import './models.ts';
import './router.ts';
import './preferences.ts';
import './projects.ts';
import './queue.ts';
import './queue-place.ts';
import './search.ts';
import './sessions.ts';
import './settings.ts';
import './tool-notes.ts';
import './tool-use.ts';
import './turn-events.ts';
import './turns.ts';
import './usage-groups.ts';
import './users.ts';
import './viewer.ts';
import './viewer-events.ts';

/** The whole schema: one import above for each feature. */
export const schema: GraphQLSchema = builder.toSchema();

/** As schema/schema.graphql has it. */
export const printTurnlogSchema = (): string => `${printSchema(schema)}\n`;
