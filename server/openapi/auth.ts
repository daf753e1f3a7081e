import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { acceptance, credentials, invitation, newPassword } from '../rest/auth.ts';
import { body, busy, closed, invalid, ok, open, operation, wrong } from './operation.ts';
import { done, invited, me, user } from './shapes.ts';

const tags = ['Sign-in'];
const gone = { '404': wrong('The invitation was used, has expired, or never was.') };
const signedIn = ok('Signed in: the cookie `turnlog_session` is set.', done.extend({ user }));

export const authPaths: ZodOpenApiPathsObject = {
  '/api/auth/local-login': {
    post: operation('login', 'Sign in', {
      ...open,
      tags,
      ...body(credentials),
      responses: { ...signedIn, ...invalid, ...busy, '401': wrong('Wrong username or password.') },
    }),
  },
  '/api/auth/logout': {
    post: operation('logout', 'Sign out', { ...open, tags, responses: { ...ok('Signed out.', done), ...busy } }),
  },
  '/api/auth/password': {
    post: operation('changePassword', 'Change your own password; every other session ends', {
      tags,
      ...body(newPassword),
      responses: {
        ...ok('Changed.', done),
        ...closed,
        ...invalid,
        '403': wrong('The current password is wrong, or a token asks.'),
      },
    }),
  },
  '/api/auth/invitation': {
    post: operation('readInvitation', 'What an invitation is for', {
      ...open,
      tags,
      ...body(invitation),
      responses: { ...ok('It can be used.', invited), ...invalid, ...busy, ...gone },
    }),
  },
  '/api/auth/accept-invitation': {
    post: operation('acceptInvitation', 'Use an invitation: make the account or set the password, and sign in', {
      ...open,
      tags,
      ...body(acceptance),
      responses: {
        ...signedIn,
        ...invalid,
        ...busy,
        ...gone,
        '409': wrong('The name is taken, or no new accounts are made.'),
      },
    }),
  },
  '/api/me': {
    get: operation('me', 'Who asks', { tags, responses: { ...ok('The user.', me), ...closed } }),
  },
};
