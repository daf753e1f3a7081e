import * as z from 'zod/mini';
import { document } from '../graphql/request.ts';

const laneName = z.enum(['CHAT', 'IMAGE', 'VISION']);
const mode = z.enum(['FIXED', 'SUGGESTED', 'ADAPTIVE']);

const lane = z.object({
  lane: laneName,
  mode,
  isSet: z.boolean(),
  inForce: z.number(),
  suggested: z.number(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  firstTokenMs: z.nullable(z.number()),
  tokensPerSecond: z.nullable(z.number()),
});
export type LaneSetting = z.infer<typeof lane>;

const settings = z.object({
  lanes: z.array(lane),
  defaultModel: z.nullable(z.string()),
  routerModel: z.nullable(z.string()),
  signUp: z.enum(['OFF', 'INVITATION']),
  machine: z.object({ cores: z.number(), memoryGib: z.number() }),
});
const settingsFields = `lanes { lane mode isSet inForce suggested min max firstTokenMs tokensPerSecond }
  defaultModel routerModel signUp machine { cores memoryGib }`;

export const SettingsQuery = document(
  `query Settings { settings { ${settingsFields} } models { id provider isDefault } router { embedder isEmbedded } }`,
  z.object({
    settings,
    router: z.object({ embedder: z.string(), isEmbedded: z.boolean() }),
    models: z.array(z.object({ id: z.string(), provider: z.string(), isDefault: z.boolean() })),
  }),
);

export const ChangeSettings = document(
  `mutation ChangeSettings($input: ChangeSettingsInput!) { changeSettings(input: $input) { ${settingsFields} } }`,
  z.object({ changeSettings: settings }),
);

const account = z.object({
  id: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
});
export type Account = z.infer<typeof account>;
const accountFields = 'id username isAdmin createdAt disabledAt';

const invitation = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  isAdmin: z.boolean(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

export const UsersQuery = document(
  `query Users { users { ${accountFields} } invitations { id username isAdmin expiresAt } }`,
  z.object({ users: z.array(account), invitations: z.array(invitation) }),
);

export const CreateInvitation = document(
  'mutation CreateInvitation($isAdmin: Boolean!) { createInvitation(isAdmin: $isAdmin) { token } }',
  z.object({ createInvitation: z.object({ token: z.string() }) }),
);

export const RevokeInvitation = document(
  'mutation RevokeInvitation($id: ID!) { revokeInvitation(id: $id) }',
  z.object({ revokeInvitation: z.string() }),
);

export const ResetPassword = document(
  'mutation ResetPassword($userId: ID!) { resetPassword(userId: $userId) { token } }',
  z.object({ resetPassword: z.object({ token: z.string() }) }),
);

export const ChangeUser = document(
  `mutation ChangeUser($id: ID!, $isAdmin: Boolean, $isDisabled: Boolean) {
    changeUser(id: $id, isAdmin: $isAdmin, isDisabled: $isDisabled) { ${accountFields} }
  }`,
  z.object({ changeUser: account }),
);

const queuedTurn = z.object({
  turnId: z.string(),
  username: z.nullable(z.string()),
  isRunning: z.boolean(),
  place: z.number(),
  since: z.string(),
  waitsFor: z.nullable(z.enum(['PERSON', 'CONVERSATION', 'OWN_TURN', 'SLOT'])),
});
export type QueuedTurn = z.infer<typeof queuedTurn>;

const laneQueue = z.object({
  lane: laneName,
  limit: z.number(),
  running: z.number(),
  waiting: z.number(),
  turns: z.array(queuedTurn),
});
export type LaneQueue = z.infer<typeof laneQueue>;

export const QueueEvents = document(
  `subscription QueueEvents {
    queueEvents { lane limit running waiting turns { turnId username isRunning place since waitsFor } }
  }`,
  z.object({ queueEvents: z.array(laneQueue) }),
);
