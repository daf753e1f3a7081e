import * as z from 'zod/mini';
import { NO_ANSWER, RequestError } from '../graphql/errors.ts';

const scope = z.enum(['chat', 'audit', 'admin']);
export type Scope = z.infer<typeof scope>;

const user = z.object({ id: z.string(), username: z.string(), isAdmin: z.boolean(), scopes: z.array(scope) });
export type User = z.infer<typeof user>;

const answer = z.object({ error: z.catch(z.string(), 'The server did not answer as expected.') });

const tooMany = (response: Response): string => {
  const minutes = Math.ceil(Number(response.headers.get('retry-after') ?? 60) / 60);
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
};

/** Who is signed in here; null where nobody is. @throws where nobody answers */
export const readUser = async (): Promise<User | null> => {
  const response = await fetch('/api/me');
  if (response.status === 401) return null;
  if (!response.ok) throw new Error('The server does not answer.');
  return user.parse(await response.json());
};

/** Null on success, else what is wrong, in words that may be shown. */
export const signIn = async (username: string, password: string): Promise<string | null> => {
  try {
    const response = await fetch('/api/auth/local-login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (response.ok) return null;
    if (response.status === 401) return 'That name and password do not match.';
    if (response.status === 429) return tooMany(response);
    return answer.parse(await response.json()).error;
  } catch {
    return 'The server cannot be reached.';
  }
};

/** Signs out everywhere else. @throws RequestError with words that may be shown */
export const changePassword = async (current: string, password: string): Promise<void> => {
  const response = await fetch('/api/auth/password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ current, password }),
  }).catch(() => null);
  if (!response) throw new RequestError(NO_ANSWER, 'the server did not answer', { retryable: true });
  if (response.status === 429) throw new RequestError('REJECTED', tooMany(response));
  if (!response.ok) throw new RequestError('REJECTED', answer.parse(await response.json()).error);
};

/** Whether the session has ended. False where nobody answered: it may go on. */
export const signOut = async (): Promise<boolean> => {
  try {
    const response = await fetch('/api/auth/logout', { method: 'POST' });
    return response.ok || response.status === 401;
  } catch {
    return false;
  }
};
