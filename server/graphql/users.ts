import type { Account as Listed } from '../auth/accounts.ts';
import type { Invitation as Open } from '../auth/invitations.ts';
import { builder, requireScope } from './builder.ts';

const Account = builder.objectRef<Listed>('Account').implement({
  description: 'A user, as an administrator sees one.',
  fields: (t) => ({
    id: t.exposeID('id'),
    username: t.exposeString('username'),
    isAdmin: t.exposeBoolean('isAdmin'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    disabledAt: t.expose('disabledAt', { type: 'DateTime', nullable: true }),
  }),
});

const Invitation = builder.objectRef<Open>('Invitation').implement({
  description: 'A link that is good for once, until it expires.',
  fields: (t) => ({
    id: t.exposeID('id'),
    username: t.exposeString('username', {
      nullable: true,
      description: 'Whose password it sets; null where it makes an account.',
    }),
    isAdmin: t.exposeBoolean('isAdmin', { description: 'Whether the account that it makes is an administrator.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

const InvitationPayload = builder.objectRef<{ invitation: Open; token: string }>('InvitationPayload').implement({
  fields: (t) => ({
    invitation: t.field({ type: Invitation, resolve: ({ invitation }) => invitation }),
    token: t.exposeString('token', { description: 'Shown once; /invitation#<token> is the page that takes it.' }),
  }),
});

const admin = requireScope('admin');

builder.queryFields((t) => ({
  users: t.field({
    ...admin,
    type: [Account],
    description: 'By name.',
    resolve: (_, __, { deps }) => deps.auth.accounts(),
  }),
  invitations: t.field({
    ...admin,
    type: [Invitation],
    description: 'Those that can still be used, newest first.',
    resolve: (_, __, { deps }) => deps.auth.invitations(),
  }),
}));

builder.mutationFields((t) => ({
  createInvitation: t.field({
    ...admin,
    type: InvitationPayload,
    description: 'For a new account, during 7 days.',
    args: { isAdmin: t.arg.boolean({ required: true, defaultValue: false }) },
    resolve: (_, { isAdmin }, { deps }) => deps.auth.invite({ isAdmin }),
  }),
  resetPassword: t.field({
    ...admin,
    type: InvitationPayload,
    description: 'For a new password of the user, during a day. The old one is good until then.',
    args: { userId: t.arg.id({ required: true }) },
    resolve: (_, { userId }, { deps }) => deps.auth.inviteToSetPassword(userId),
  }),
  revokeInvitation: t.field({
    ...admin,
    type: 'ID',
    description: 'Returns the id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { deps }) => {
      await deps.auth.revokeInvitation(id);
      return id;
    },
  }),
  changeUser: t.field({
    ...admin,
    type: Account,
    description: 'What is left out stays. The user is signed out everywhere. Nobody changes oneself.',
    args: { id: t.arg.id({ required: true }), isAdmin: t.arg.boolean(), isDisabled: t.arg.boolean() },
    resolve: (_, { id, isAdmin, isDisabled }, { deps, identity }) =>
      deps.auth.changeAccount(identity, id, { isAdmin: isAdmin ?? undefined, isDisabled: isDisabled ?? undefined }),
  }),
}));
