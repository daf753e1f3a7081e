import { anybody, type Entry, filter, mine, own, owner, scope, tested } from './entries.ts';

/**
 * Who may ask what: a line for every root field of the schema, and for every place in its arguments where an id stands.
 * Beside each stand the arguments that it needs.
 */
export const fields: Record<string, Entry> = {
  'Query.viewer': own(),
  'Query.head': anybody('how far the log has come'),
  'Query.models': anybody('what the providers offer'),
  'Query.conversations': own({ first: 50 }),
  'Query.conversations(projectId)': filter('project', { first: 50 }),
  'Query.projects': own(),
  'Query.search': own({ query: 'hello' }),
  'Query.conversation(id)': owner('conversation'),
  'Query.messages(conversationId)': owner('conversation', { first: 10 }),
  'Query.turn(id)': owner('turn'),
  'Query.usage': own(),
  'Query.usage(userId)': scope('audit'),
  'Query.allTurns': scope('audit', { first: 1 }),
  'Query.allTurns(userId)': scope('audit', { first: 1 }),
  'Query.events': scope('audit', { first: 1 }),
  'Query.events(userId)': scope('audit', { first: 1 }),
  'Query.events(conversationId)': scope('audit', { first: 1 }, 'conversation'),
  'Query.settings': scope('admin'),
  'Query.users': scope('admin'),
  'Query.invitations': scope('admin'),
  'Query.queue': own(),

  'Mutation.createConversation': own({ title: 'Mine' }),
  'Mutation.createConversation(projectId)': owner('project', { title: 'Mine' }),
  'Mutation.renameConversation(id)': owner('conversation', { title: 'Renamed' }),
  'Mutation.pinConversation(id)': owner('conversation', { pinned: true }),
  'Mutation.deleteConversation(id)': owner('conversation'),
  'Mutation.sendMessage(input.conversationId)': owner('conversation', { input: { message: 'Hello' } }),
  'Mutation.sendMessage(input.parentMessageId)': owner('answer', { input: { message: 'Hello' } }),
  'Mutation.sendMessage(input.projectId)': owner('project', { input: { message: 'Hello' } }),
  'Mutation.regenerate(messageId)': owner('answer'),
  'Mutation.editMessage(messageId)': owner('message', { text: 'Or rather' }),
  'Mutation.selectBranch(messageId)': owner('answer'),
  'Mutation.cancelTurn(turnId)': owner('turn'),
  'Mutation.createProject': own({ name: 'Mine' }),
  'Mutation.changeProject(id)': owner('project', { name: 'Changed' }),
  'Mutation.deleteProject(id)': owner('project'),
  'Mutation.fileConversation(id)': owner('conversation', { projectId: mine('project') }),
  'Mutation.fileConversation(projectId)': owner('project', { id: mine('conversation') }),
  'Mutation.deleteConversations(ids)': filter('conversation'),
  'Mutation.changeSettings': scope('admin', { input: {} }),
  'Mutation.changePreferences': own({ input: { language: 'English' } }),
  'Mutation.changeUser(id)': scope('admin', { isDisabled: false }),
  'Mutation.createInvitation': scope('admin'),
  'Mutation.resetPassword(userId)': scope('admin'),
  'Mutation.revokeInvitation(id)': tested('auth-invitations.test.ts'),
  'Mutation.revokeSession(id)': tested('auth-invitations.test.ts'),
  'Mutation.createApiToken': own({ name: 'script' }),
  'Mutation.revokeApiToken(id)': owner('apiToken'),

  'Subscription.turnEvents(turnId)': owner('turn'),
  'Subscription.queuePlace(turnId)': owner('turn'),
  'Subscription.conversationEvents(conversationId)': owner('conversation', { after: mine('beginning') }),
  'Subscription.allEvents': scope('audit', { after: mine('beginning') }),
  'Subscription.allEvents(filter.userId)': scope('audit', { after: mine('beginning') }),
  'Subscription.allEvents(filter.conversationId)': scope('audit', { after: mine('beginning') }, 'conversation'),
  'Subscription.queueEvents': tested('queue.test.ts'),
  'Subscription.viewerEvents': own(),
};

/** Fields below the roots that take an id, each with the test that shows whom it answers. */
export const nested: Record<string, string> = {};
