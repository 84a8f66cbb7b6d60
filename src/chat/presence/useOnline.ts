import { useCallback, useSyncExternalStore } from 'react';
import { useResourceList } from '../../providers/refine/use-resource';
import { useConnectionState } from '../connection';
import { hiddenPresence } from './resource';

/** Who is online, by id: nobody while the chat itself isn't connected, and none of those who aren't shown. */
export function useOnline(): (userId: string | undefined) => boolean {
  const connection = useConnectionState();
  const client = connection.status === 'connected' && connection.isOnline ? connection.client : null;
  const { data } = useResourceList(hiddenPresence).query;
  const hidden = data?.data;
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
  return (userId) =>
    userId !== undefined &&
    client !== null &&
    hidden !== undefined &&
    !hidden.some((one) => one.userId === userId) &&
    client.state.users[userId]?.online === true;
}
