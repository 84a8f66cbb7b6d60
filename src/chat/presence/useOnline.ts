import { useCallback, useSyncExternalStore } from 'react';
import { useConnectionState } from '../connection';

/** Who is online, by id: nobody while the chat itself isn't connected. Said only beside people who are shown. */
export function useOnline(): (userId: string | undefined) => boolean {
  const connection = useConnectionState();
  const client = connection.status === 'connected' && connection.isOnline ? connection.client : null;
  const subscribe = useCallback(
    (changed: () => void) => {
      const all = client && [client.on('user.presence.changed', changed), client.on('connection.recovered', changed)];
      return () => {
        for (const { unsubscribe } of all ?? []) unsubscribe();
      };
    },
    [client],
  );
  // Compared as text: what is read is an object that the library changes in place.
  useSyncExternalStore(subscribe, () =>
    client === null
      ? ''
      : Object.values(client.state.users)
          .flatMap(({ id, online }) => (online ? id : []))
          .join(),
  );
  return (userId) => userId !== undefined && client !== null && client.state.users[userId]?.online === true;
}
