import { type FormEvent, useState } from 'react';
import type { PageProps } from '../page-props.ts';
import { changePassword } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Page, Wrong } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';

const DIFFERENT = 'The two new passwords differ.';

export const Password = ({ user }: PageProps) => {
  const changing = useAction();
  const [said, setSaid] = useState<'changed' | 'different' | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const [current, password, again] = ['current', 'password', 'again'].map((name) => String(form.get(name)));
    setSaid(password === again ? null : 'different');
    if (password !== again) return;
    void changing
      .run(() => changePassword(current ?? '', password ?? ''))
      .then((isDone) => {
        if (!isDone) return;
        element.reset();
        setSaid('changed');
      });
  };

  return (
    <Page name="Password" intro="Changing it signs you out everywhere but here. API tokens stay good.">
      <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
        <input type="hidden" autoComplete="username" value={user.username} readOnly />
        <TextField label="Current password" name="current" type="password" autoComplete="current-password" required />
        <TextField
          label="New password"
          hint="Eight characters or more."
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
        />
        <TextField label="New password again" name="again" type="password" autoComplete="new-password" required />
        <Wrong>{said === 'different' ? DIFFERENT : changing.error}</Wrong>
        <Button kind="primary" type="submit" disabled={changing.isBusy} className="self-start">
          Change password
        </Button>
        {said === 'changed' && (
          <p role="status" className="text-sm text-soft">
            Changed.
          </p>
        )}
      </form>
    </Page>
  );
};
