import type { Analysis } from '../analysis/analysis.ts';
import type { Auth } from '../auth/auth.ts';
import type { Identity, NewId } from '../auth/identity.ts';
import type { AdmitAddress } from '../auth/request-limit.ts';
import type { BranchCommands } from '../commands/branches.ts';
import type { ConversationCommands } from '../commands/conversations.ts';
import type { PreferencesCommands } from '../commands/preferences.ts';
import type { ProjectCommands } from '../commands/projects.ts';
import type { SettingsCommands } from '../commands/settings.ts';
import type { ToolUseCommands } from '../commands/tools.ts';
import type { TurnCommands } from '../commands/turns.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import type { Router } from '../generation/routing/router.ts';
import type { Log } from '../log.ts';
import type { LaneLimits } from '../processors/lane-limits.ts';
import type { Queue } from '../processors/queue.ts';
import type { TurnInQueue } from '../processors/queue-view.ts';
import type { ReadModels } from '../processors/read-models.ts';
import type { Providers } from '../providers/index.ts';
import type { Time } from '../time.ts';
import type { Tool } from '../tools/tool.ts';
import type { Operations } from './persisted.ts';

/** What the GraphQL door is built upon. */
export type GraphqlDeps = Pick<Time, 'later' | 'every'> & {
  readonly store: EventStore;
  readonly readModels: Pick<
    ReadModels,
    | 'conversations'
    | 'conversation'
    | 'messages'
    | 'message'
    | 'turn'
    | 'activeTurn'
    | 'projects'
    | 'project'
    | 'preferences'
    | 'search'
  >;
  readonly conversations: Omit<ConversationCommands, 'selectBranch'>;
  readonly projects: Omit<ProjectCommands, 'ownsProject'>;
  readonly turns: Pick<TurnCommands, 'requestTurn' | 'cancelTurn' | 'resolveToolCall'>;
  readonly branches: BranchCommands;
  readonly settings: SettingsCommands;
  readonly preferences: PreferencesCommands;
  readonly toolUse: ToolUseCommands;
  readonly tools: readonly Pick<Tool, 'id' | 'name' | 'description' | 'progress' | 'offline' | 'dataSources'>[];
  readonly laneLimits: Pick<LaneLimits, 'describe' | 'machine' | 'now'>;
  readonly usernames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly queue: Pick<Queue, 'places' | 'place' | 'changes'>;
  readonly readQueue: () => Promise<readonly TurnInQueue[]>;
  readonly analysis: Pick<Analysis, 'events' | 'allEvents' | 'turns' | 'usage'>;
  readonly providers: Pick<Providers, 'models'>;
  readonly router: Pick<Router, 'embedder' | 'isEmbedded'>;
  readonly auth: Pick<
    Auth,
    | 'authenticate'
    | 'isAlive'
    | 'watchIdentity'
    | 'createApiToken'
    | 'apiTokens'
    | 'revokeApiToken'
    | 'sessions'
    | 'revokeSession'
    | 'accounts'
    | 'changeAccount'
    | 'invitations'
    | 'invite'
    | 'inviteToSetPassword'
    | 'revokeInvitation'
  >;
  /** Asked for every upgrade. */
  readonly admitAddress: AdmitAddress;
  readonly log: Log;
  readonly newId: NewId;
  /** What the environment says of new accounts. */
  readonly signUp: 'off' | 'invitation';
  /** No tool of this server may use the network. */
  readonly offline: boolean;
  readonly appUrl?: string | undefined;
  readonly maxBodyBytes: number;
  /** The web client's documents, and whether browsers' sessions may send these alone. */
  readonly operations: Operations;
  readonly persistedOnly: boolean;
  /** Whether the schema may be asked for. */
  readonly introspection: boolean;
};

/** Of one operation. `lifetime` is the socket's, where it came by one. */
export type Context = {
  readonly deps: GraphqlDeps;
  readonly identity: Identity;
  readonly lifetime?: AbortSignal;
  readonly tell?: (ids: { turnId: string }) => void;
};
