import { useEffect, useState } from 'react';
import type { PageProps } from '../page-props.ts';
import { sayMoment } from '../ui/moment.ts';
import { Page, Row, Rows, Section } from '../ui/page.tsx';
import { type LaneQueue, type QueuedTurn, QueueEvents } from './documents.ts';

const names = { CHAT: 'Chat', IMAGE: 'Images', VISION: 'Vision' } as const;
const reasons = {
  PERSON: 'waits for its user to decide about a tool',
  CONVERSATION: 'waits for another turn of its conversation',
  OWN_TURN: 'waits for an earlier turn of the same user',
  SLOT: 'waits for a free slot',
} as const;

const stateOf = ({ isRunning, place, waitsFor }: QueuedTurn): string => {
  if (isRunning) return 'is being answered';
  const why = waitsFor ? reasons[waitsFor] : 'is about to begin';
  return place > 0 ? `place ${place} · ${why}` : why;
};

export const Queue = ({ api }: PageProps) => {
  const [lanes, setLanes] = useState<readonly LaneQueue[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async () => {
      for await (const { queueEvents } of api.live(QueueEvents, leaving.signal)) setLanes(queueEvents);
    };
    follow().catch(() => undefined); // the session is over: the app shows that
    return () => leaving.abort();
  }, [api]);

  return (
    <Page name="Queue" intro="Who is answered and who waits, as it happens. What was asked is not shown.">
      {lanes.map(({ lane, limit, running, waiting, turns }) => (
        <Section key={lane} name={names[lane]} hint={`${running} of ${limit} run, ${waiting} wait`}>
          {turns.length > 0 && (
            <Rows label={names[lane]}>
              {turns.map((turn) => (
                <Row key={turn.turnId} title={turn.username ?? 'Somebody'} detail={stateOf(turn)}>
                  <span className="text-sm text-soft">{sayMoment(turn.since)}</span>
                </Row>
              ))}
            </Rows>
          )}
        </Section>
      ))}
    </Page>
  );
};
