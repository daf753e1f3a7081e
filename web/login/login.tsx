import { type FormEvent, useState } from 'react';
import { signIn } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

const field = 'w-full rounded-lg border border-line bg-raised px-3 py-2.5 text-base outline-offset-2';

export const Login = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const error = await signIn(String(form.get('username')), String(form.get('password')));
    setBusy(false);
    setWrong(error);
    if (error === null) onSignedIn();
  };

  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <form onSubmit={(event) => void submit(event)} className="flex w-full max-w-sm flex-col gap-5">
        <h1 className="mb-2 text-4xl">
          <Wordmark />
        </h1>
        <label className="flex flex-col gap-1.5 text-sm text-soft">
          Name
          <input name="username" autoComplete="username" required className={`${field} text-ink`} />
        </label>
        <label className="flex flex-col gap-1.5 text-sm text-soft">
          Password
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            className={`${field} text-ink`}
          />
        </label>
        <p role="alert" className={wrong ? 'text-sm text-danger' : 'hidden'}>
          {wrong}
        </p>
        <Button kind="primary" type="submit" disabled={busy} className="py-2.5">
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
        <p className="text-sm text-soft">
          First time here? The server printed the administrator’s name and password when it first started.
        </p>
      </form>
    </main>
  );
};
