import { useSyncExternalStore } from 'react';
import type { Connection } from '../graphql/connection.ts';

const onChange = (listener: () => void) => {
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
};
const isOnline = () => navigator.onLine;

/** Says that the connection is lost, for as long as it is. What was under way goes on by itself afterwards. */
export const ConnectionBanner = ({ connection }: { connection: Connection }) => {
  const status = useSyncExternalStore(connection.onChange, connection.status);
  const online = useSyncExternalStore(onChange, isOnline);
  return (
    <div role="status" className={status === 'lost' ? 'bg-notice px-4 py-1.5 text-center text-sm' : 'hidden'}>
      {status === 'lost' &&
        (online
          ? 'The connection is lost. Connecting again…'
          : 'You are offline. Answers under way go on by themselves when you are back.')}
    </div>
  );
};
