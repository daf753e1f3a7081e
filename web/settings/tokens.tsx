import { type FormEvent, useState } from 'react';
import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { sayDay, sayMoment } from '../ui/moment.ts';
import { Page, Row, Rows, Section, Wrong } from '../ui/page.tsx';
import { Secret } from '../ui/secret.tsx';
import { useAction } from '../ui/use-action.ts';
import { type ApiToken, ApiTokens, CreateApiToken, RevokeApiToken, type Scope } from './documents.ts';

const meanings: Record<Scope, { label: string; hint: string }> = {
  CHAT: { label: 'Chat', hint: 'Your conversations, and your own account.' },
  AUDIT: { label: 'Audit', hint: 'Reading the whole log, everybody’s messages included.' },
  ADMIN: { label: 'Administration', hint: 'Settings and users.' },
};

const detailOf = ({ scopes, createdAt, lastUsedAt }: ApiToken): string =>
  [
    scopes.map((scope) => meanings[scope].label).join(', '),
    `made ${sayDay(createdAt)}`,
    lastUsedAt ? `last used ${sayMoment(lastUsedAt)}` : 'never used',
  ].join(' · ');

export const Tokens = ({ api }: PageProps) => {
  const { data, error, reload } = useQuery(api, ApiTokens);
  const [made, setMade] = useState<string | null>(null);
  const creating = useAction();
  const revoking = useAction();
  const { scopes, apiTokens } = data?.viewer ?? { scopes: [], apiTokens: [] };

  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const variables = { name: form.get('name'), scopes: form.getAll('scope') };
    void creating.run(async () => {
      setMade(null);
      const { createApiToken } = await api.request(CreateApiToken, variables);
      setMade(createApiToken.token);
      element.reset();
      await reload();
    });
  };
  const revoke = ({ id }: ApiToken) =>
    void revoking.run(async () => {
      await api.request(RevokeApiToken, { id });
      await reload();
    });

  return (
    <Page name="API tokens" intro="A script that sends one as a bearer token acts as you, as far as its scopes go.">
      <p className="text-sm">
        <a href="/reference/" className="underline underline-offset-4">
          What the REST API takes and answers
        </a>
      </p>
      <Section name="New token">
        <form onSubmit={create} className="flex flex-col gap-4">
          <TextField label="Name" name="name" required maxLength={100} placeholder="What it is for" />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 text-sm">Scopes</legend>
            {scopes.map((scope) => (
              <CheckField
                key={scope}
                name="scope"
                value={scope}
                defaultChecked={scope === 'CHAT'}
                {...meanings[scope]}
              />
            ))}
          </fieldset>
          <Wrong>{creating.error}</Wrong>
          <Button kind="primary" type="submit" disabled={creating.isBusy} className="self-start">
            Create token
          </Button>
        </form>
        {made && <Secret label="Copy it now: it is not shown again.">{made}</Secret>}
      </Section>
      <Section name="Your tokens">
        <Wrong>{error ?? revoking.error}</Wrong>
        {data && apiTokens.length === 0 && <p className="text-sm text-soft">You have none.</p>}
        {apiTokens.length > 0 && (
          <Rows label="Your tokens">
            {apiTokens.map((token) => (
              <Row key={token.id} title={token.name} detail={detailOf(token)}>
                <Button disabled={revoking.isBusy} onClick={() => revoke(token)} aria-label={`Revoke ${token.name}`}>
                  Revoke
                </Button>
              </Row>
            ))}
          </Rows>
        )}
      </Section>
    </Page>
  );
};
