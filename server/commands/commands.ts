import type { Tool } from '../tools/tool.ts';
import { type BranchCommands, branchCommands } from './branches.ts';
import { type ConversationCommands, type ConversationDeps, conversationCommands } from './conversations.ts';
import { messageFinder } from './find-message.ts';
import { type PreferencesCommands, preferencesCommands } from './preferences.ts';
import { type ProjectCommands, projectCommands } from './projects.ts';
import { type SettingsCommands, settingsCommands } from './settings.ts';
import { type SubmitDeps, turnSubmitter } from './submit-turn.ts';
import { type ToolUseCommands, toolUseCommands } from './tools.ts';
import { type TransferCommands, transferCommands } from './transfer.ts';
import { type TurnCommands, type TurnDeps, turnCommands } from './turns.ts';

type Deps = SubmitDeps &
  Pick<TurnDeps, 'hmac'> & {
    tools: readonly Pick<Tool, 'id'>[];
    /** Where to look; what is decided is decided from the streams. */
    readModels: {
      openTurns: ConversationDeps['openTurns'];
      branchTip: TurnDeps['branchTip'];
      turnOfMessage: (messageId: string) => Promise<string | null>;
    };
  };

export type Commands = {
  projects: ProjectCommands;
  conversations: ConversationCommands;
  turns: TurnCommands;
  branches: BranchCommands;
  settings: SettingsCommands;
  preferences: PreferencesCommands;
  toolUse: ToolUseCommands;
  transfer: TransferCommands;
};

/** Everything that somebody may want. */
export const openCommands = ({ readModels, hmac, ...deps }: Deps): Commands => {
  const { store, newId } = deps;
  const { openTurns, branchTip, turnOfMessage } = readModels;
  const asking = {
    store,
    newId,
    hmac,
    submit: turnSubmitter(deps),
    findMessage: messageFinder({ store, turnOfMessage }),
  };
  const projects = projectCommands({ store, newId });
  const conversations = conversationCommands({
    store,
    newId,
    openTurns,
    cancelTurn: (input) => turns.cancelTurn(input),
    ownsProject: projects.ownsProject,
  });
  const turns = turnCommands({ ...asking, branchTip }, conversations);
  return {
    projects,
    conversations,
    turns,
    branches: branchCommands(asking, conversations),
    settings: settingsCommands(deps),
    preferences: preferencesCommands(deps),
    toolUse: toolUseCommands(deps),
    transfer: transferCommands({ store, newId, hmac }, conversations),
  };
};
