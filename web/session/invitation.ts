import * as z from 'zod/mini';

/** `username` is whose password is set; null where an account is made. */
const invited = z.object({ username: z.nullable(z.string()) });
export type Invited = z.infer<typeof invited>;

const answer = z.object({ error: z.catch(z.string(), 'The server did not answer as expected.') });

const post = (path: string, body: object) =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const GONE = 'This link was used already, or is too old. Ask for another.';

const say = async (response: Response): Promise<string> => {
  if (response.status === 404) return GONE;
  const { error } = answer.parse(await response.json());
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
};

/** @throws Error with words that may be shown */
export const readInvitation = async (token: string): Promise<Invited> => {
  const response = await post('/api/auth/invitation', { token: token || '-' }).catch(() => null);
  if (!response) throw new Error('The server cannot be reached.');
  if (!response.ok) throw new Error(await say(response));
  return invited.parse(await response.json());
};

/** Null on success, which signs in; else what is wrong, in words that may be shown. */
export const acceptInvitation = async (
  token: string,
  given: { username?: string; password: string },
): Promise<string | null> => {
  try {
    const response = await post('/api/auth/accept-invitation', { token, ...given });
    return response.ok ? null : await say(response);
  } catch {
    return 'The server cannot be reached.';
  }
};
