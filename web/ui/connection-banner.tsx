import { useSyncExternalStore } from 'react';
import type { Connection } from '../graphql/connection.ts';

/** Says that the connection is lost, for as long as it is. What was under way goes on by itself afterwards. */
export const ConnectionBanner = ({ connection }: { connection: Connection }) => {
  const status = useSyncExternalStore(connection.onChange, connection.status);
  return (
    <div role="status" className={status === 'lost' ? 'bg-notice px-4 py-1.5 text-center text-sm' : 'hidden'}>
      {status === 'lost' && 'The connection is lost. Connecting again…'}
    </div>
  );
};
