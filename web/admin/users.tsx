import { useState } from 'react';
import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { Button } from '../ui/button.tsx';
import { sayDay, sayMoment } from '../ui/moment.ts';
import { Page, Row, Rows, Section, Wrong } from '../ui/page.tsx';
import { Secret } from '../ui/secret.tsx';
import { useAction } from '../ui/use-action.ts';
import {
  type Account,
  ChangeUser,
  CreateInvitation,
  type Invitation,
  ResetPassword,
  RevokeInvitation,
  UsersQuery,
} from './documents.ts';
import { UserTools } from './user-tools.tsx';

type Link = { label: string; url: string };

const linkOf = (token: string): string => `${location.origin}/invitation#${token}`;

const detailOf = ({ isAdmin, createdAt, disabledAt }: Account): string =>
  [isAdmin && 'Administrator', disabledAt ? `disabled ${sayDay(disabledAt)}` : `since ${sayDay(createdAt)}`]
    .filter(Boolean)
    .join(' · ');

const titleOf = ({ username, isAdmin }: Invitation): string =>
  username === null ? `A new ${isAdmin ? 'administrator' : 'user'}` : `A new password for ${username}`;

export const Users = ({ api, user }: PageProps) => {
  const { data, error, reload } = useQuery(api, UsersQuery);
  const [link, setLink] = useState<Link | null>(null);
  const acting = useAction();
  const act = (action: () => Promise<Link | null>) =>
    void acting.run(async () => {
      setLink(await action());
      await reload();
    });
  const invite = (isAdmin: boolean) =>
    act(async () => {
      const { createInvitation } = await api.request(CreateInvitation, { isAdmin });
      return { label: 'Send this link. It makes one account, within seven days.', url: linkOf(createInvitation.token) };
    });
  const reset = ({ id, username }: Account) =>
    act(async () => {
      const { resetPassword } = await api.request(ResetPassword, { userId: id });
      return {
        label: `Send this link to ${username}. It sets a new password, within a day.`,
        url: linkOf(resetPassword.token),
      };
    });
  const change = (id: string, what: { isAdmin?: boolean; isDisabled?: boolean }) =>
    act(async () => {
      await api.request(ChangeUser, { id, ...what });
      return null;
    });
  const revoke = ({ id }: Invitation) =>
    act(async () => {
      await api.request(RevokeInvitation, { id });
      return null;
    });

  return (
    <Page name="Users" intro="Who is here, and who is invited.">
      <Wrong>{error ?? acting.error}</Wrong>
      <Section name="Invite" hint="A link makes one account, once.">
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" disabled={acting.isBusy} onClick={() => invite(false)}>
            Invite a user
          </Button>
          <Button disabled={acting.isBusy} onClick={() => invite(true)}>
            Invite an administrator
          </Button>
        </div>
        {link && <Secret label={link.label}>{link.url}</Secret>}
      </Section>
      {data && data.invitations.length > 0 && (
        <Section name="Open links">
          <Rows label="Open links">
            {data.invitations.map((one) => (
              <Row key={one.id} title={titleOf(one)} detail={`until ${sayMoment(one.expiresAt)}`}>
                <Button disabled={acting.isBusy} onClick={() => revoke(one)}>
                  Revoke
                </Button>
              </Row>
            ))}
          </Rows>
        </Section>
      )}
      {data && (
        <Section name="Users">
          <Rows label="Users">
            {data.users.map((one) => (
              <Row key={one.id} title={one.username} detail={detailOf(one)}>
                {one.id === user.id ? (
                  <div className="flex items-center gap-3">
                    <span className="text-sm text-accent">You</span>
                    <UserTools api={api} user={one} />
                  </div>
                ) : (
                  <div className="flex flex-wrap gap-2">
                    {!one.disabledAt && (
                      <>
                        <UserTools api={api} user={one} />
                        <Button disabled={acting.isBusy} onClick={() => reset(one)}>
                          Reset password
                        </Button>
                        <Button disabled={acting.isBusy} onClick={() => change(one.id, { isAdmin: !one.isAdmin })}>
                          {one.isAdmin ? 'Make a user' : 'Make administrator'}
                        </Button>
                      </>
                    )}
                    <Button disabled={acting.isBusy} onClick={() => change(one.id, { isDisabled: !one.disabledAt })}>
                      {one.disabledAt ? 'Enable' : 'Disable'}
                    </Button>
                  </div>
                )}
              </Row>
            ))}
          </Rows>
        </Section>
      )}
    </Page>
  );
};
