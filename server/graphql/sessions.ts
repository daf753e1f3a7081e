import type { Session as Listed } from '../auth/sessions.ts';
import { builder } from './builder.ts';
import { User } from './viewer.ts';

const Session = builder.objectRef<Listed>('Session').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    agent: t.exposeString('agent', { description: 'The browser, as it names itself.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'To the minute.' }),
    isCurrent: t.boolean({
      description: 'Whether it is the one that asks.',
      resolve: ({ id }, _, { identity }) => identity.via === 'session' && identity.sessionId === id,
    }),
  }),
});

builder.objectField(User, 'sessions', (t) =>
  t.field({
    type: [Session],
    authScopes: { chat: true },
    description: 'Where one is signed in; the one last used first.',
    resolve: ({ userId }, _, { deps }) => deps.auth.sessions(userId),
  }),
);

builder.mutationField('revokeSession', (t) =>
  t.field({
    type: 'ID',
    description: 'Signs out there, and closes what is open on it. Returns the id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps, identity }) => {
      await deps.auth.revokeSession(identity.userId, id);
      return id;
    },
  }),
);
