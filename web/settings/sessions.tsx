import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { Button } from '../ui/button.tsx';
import { sayDay, sayMoment } from '../ui/moment.ts';
import { Page, Row, Rows, Wrong } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';
import { RevokeSession, type Session, Sessions as SessionsQuery } from './documents.ts';

const browsers = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//] as const;
const names = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'] as const;
const systems = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/] as const;
const systemNames = ['Android', 'iOS', 'Windows', 'macOS', 'Linux'] as const;

/** A browser's own name for itself, in a few words. */
const sayAgent = (agent: string): string => {
  const browser = names[browsers.findIndex((pattern) => pattern.test(agent))];
  const system = systemNames[systems.findIndex((pattern) => pattern.test(agent))];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return agent.split(' ')[0] || 'Something that gave no name';
};

const detailOf = ({ createdAt, lastUsedAt }: Session) =>
  `signed in ${sayDay(createdAt)} · last used ${sayMoment(lastUsedAt)}`;

export const Sessions = ({ api }: PageProps) => {
  const { data, error, reload } = useQuery(api, SessionsQuery);
  const revoking = useAction();
  const revoke = ({ id }: Session) =>
    void revoking.run(async () => {
      await api.request(RevokeSession, { id });
      await reload();
    });

  return (
    <Page name="Sessions" intro="Where you are signed in. A session ends by itself after seven days without use.">
      <Wrong>{error ?? revoking.error}</Wrong>
      {data && (
        <Rows label="Sessions">
          {data.viewer.sessions.map((session) => (
            <Row key={session.id} title={sayAgent(session.agent)} detail={detailOf(session)}>
              {session.isCurrent ? (
                <span className="text-sm text-accent">This one</span>
              ) : (
                <Button disabled={revoking.isBusy} onClick={() => revoke(session)}>
                  Sign out
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Page>
  );
};
