import { type FormEvent, useEffect, useState } from 'react';
import { acceptInvitation, type Invited, readInvitation } from '../session/invitation.ts';
import { Button, buttonKinds } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Wrong } from '../ui/page.tsx';
import { navigate } from '../ui/route.ts';
import { Wordmark } from '../ui/wordmark.tsx';

/** The page of a link that makes an account or sets a password. Its secret stands behind the #, which no server sees. */
export const Invitation = ({ onSignedIn }: { onSignedIn: () => Promise<void> }) => {
  const [token] = useState(() => location.hash.slice(1));
  const [invited, setInvited] = useState<Invited | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Invitation · Turnlog';
    readInvitation(token).then(setInvited, (error: unknown) => setWrong(error instanceof Error ? error.message : ''));
  }, [token]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const username = form.get('username');
    const given = { password: String(form.get('password')), ...(username !== null && { username: String(username) }) };
    const error = await acceptInvitation(token, given);
    setBusy(false);
    setWrong(error);
    if (error !== null) return;
    navigate('/', { replace: true });
    await onSignedIn();
  };

  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <form onSubmit={(event) => void submit(event)} className="flex w-full max-w-sm flex-col gap-5">
        <h1 className="mb-2 text-4xl">
          <Wordmark />
        </h1>
        {invited && (
          <>
            <p className="text-soft">
              {invited.username === null
                ? 'You are invited. Choose a name and a password.'
                : `A new password for ${invited.username}.`}
            </p>
            {invited.username === null ? (
              <TextField label="Name" name="username" autoComplete="username" required maxLength={64} />
            ) : (
              <input type="hidden" autoComplete="username" value={invited.username} readOnly />
            )}
            <TextField
              label="Password"
              hint="Eight characters or more."
              name="password"
              type="password"
              autoComplete="new-password"
              required
              minLength={8}
            />
          </>
        )}
        <Wrong>{wrong}</Wrong>
        {invited ? (
          <Button kind="primary" type="submit" disabled={isBusy} className="py-2.5">
            {invited.username === null ? 'Create account' : 'Set password'}
          </Button>
        ) : (
          wrong && (
            <a href="/" className={`${buttonKinds.plain} text-center`}>
              To Turnlog
            </a>
          )
        )}
      </form>
    </main>
  );
};
