import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { FeedCounts } from '../../domain/notifications/notification';
import { countOf } from './badges';
import { call } from './call';
import type { Scope } from './call/call-context';
import { useSessionState } from './session/session-store';

const KEY = ['feed', 'counts'];

const unseen = countOf('unseen');
const unread = countOf('unread');

/** With the navigation's counts in one call; by their own for who is in no organization. */
async function readCounts(scope: Scope | null, signal: AbortSignal): Promise<FeedCounts> {
  const options = { signal, quiet: true };
  if (scope === null) {
    // Few are, so nobody else loads the feed's calls for it.
    const { notifications } = await import('../../domain/notifications/contract');
    return call(notifications.counts, {}, options);
  }
  const [isUnseen, isUnread] = await Promise.all([unseen(scope, options), unread(scope, options)]);
  return { unseen: isUnseen, unread: isUnread };
}

/** What the bell counts, as the platform said last; undefined until it has. */
export function useFeedCounts(): FeedCounts | undefined {
  const scope = useSessionState((state) => (state.status === 'signed-in' ? state.scope : null));
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => readCounts(scope, signal),
    meta: { topics: ['feed'] },
  }).data;
}

/**
 * Shows the counts a write replied, which was sent at this moment (ms since 1970). If others were read or replied since,
 * nobody knows which are newer, so they are read again.
 */
export function showFeedCounts(client: QueryClient, counts: FeedCounts, sentAt: number): void {
  const { dataUpdatedAt = 0, fetchStatus = 'idle' } = client.getQueryState(KEY) ?? {};
  const isOnlyNews = dataUpdatedAt < sentAt && fetchStatus === 'idle';
  client.setQueryData(KEY, counts);
  if (!isOnlyNews) readFeedCounts(client);
}

/** Reads the counts again. */
export const readFeedCounts = (client: QueryClient): void => void client.invalidateQueries({ queryKey: KEY });
