import { TurnlogError } from '../errors.ts';

/** What a credential may be used for: conversations and one's own account, the whole log, the administration. */
export const scopes = ['chat', 'audit', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** All that a user's credentials can be used for: a session is good for all of it, a token for what it was made for. */
export const scopesOf = ({ isAdmin }: { isAdmin: boolean }): readonly Scope[] => (isAdmin ? scopes : ['chat']);

/** @throws TurnlogError FORBIDDEN (details `scope`) */
export const checkScope = (identity: { readonly scopes: readonly Scope[] }, scope: Scope): void => {
  if (identity.scopes.includes(scope)) return;
  throw new TurnlogError('FORBIDDEN', `this needs the scope ${scope}`, { details: { scope } });
};
