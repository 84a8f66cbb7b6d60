import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';
import { notifications as calls } from '../../domain/notifications/contract';
import type { Activity, FeedCounts, NotificationGroup } from '../../domain/notifications/notification';
import { usePersonOnly } from '../access/useCan';
import { call } from '../providers/call';
import { readFeedCounts, showFeedCounts, useFeedCounts } from '../providers/feed';
import { useCall } from '../providers/refine/use-call';
import { useSession } from '../providers/session';

type Page = CallOutput<typeof calls.list>;
type Groups = readonly NotificationGroup[];

const LIST = ['feed', 'list'];

/** The person's feed, newest first, page after page. */
export function useFeed() {
  const query = useInfiniteQuery({
    queryKey: LIST,
    queryFn: ({ pageParam, signal }) =>
      call(calls.list, { query: pageParam === null ? {} : { after: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // What this page writes is shown by its reply, and read again after it.
    meta: { topics: ['feed'], updatedByReplies: true },
  });
  const { data } = query;
  return { ...query, data: useMemo(() => data && distinct(data), [data]) };
}

/** While pages load, a group may come to the top and be read twice. */
function distinct({ pages }: InfiniteData<Page>): Groups {
  const byName = new Map<string, NotificationGroup>();
  for (const group of pages.flatMap(({ groups }) => groups)) {
    if (!byName.has(group.name)) byName.set(group.name, group);
  }
  return [...byName.values()];
}

type FeedWrite = Endpoint & { returns: typeof FeedCounts };

/** A write of the feed: shows the counts it replies and what it made of the list. Returns whether it succeeded. */
function useFeedWrite<E extends FeedWrite>(endpoint: E, failure: string) {
  const client = useQueryClient();
  const { run } = useCall(endpoint, { failure });
  return useCallback(
    async (input: CallInput<E>, change: (groups: Groups) => Groups): Promise<boolean> => {
      const sentAt = Date.now();
      const result = await run(input);
      if (result.ok) {
        client.setQueryData<InfiniteData<Page>>(
          LIST,
          (shown) =>
            shown && { ...shown, pages: shown.pages.map((one) => ({ ...one, groups: [...change(one.groups)] })) },
        );
        showFeedCounts(client, result.value, sentAt);
      } else readFeedCounts(client);
      void client.invalidateQueries({ queryKey: LIST });
      return result.ok;
    },
    [client, run],
  );
}

/** What a person does with their feed. */
export function useFeedActs() {
  const read = useFeedWrite(calls.read, 'We couldn’t mark this as read. Try again.');
  const removeGroup = useFeedWrite(calls.removeGroup, 'We couldn’t remove this. Try again.');
  const removeOne = useFeedWrite(calls.remove, 'We couldn’t remove this. Try again.');
  const snooze = useFeedWrite(calls.snooze, 'We couldn’t snooze this. Try again.');
  const wake = useFeedWrite(calls.snooze, 'We couldn’t bring this back. Try again.');
  return {
    snooze: ({ name: groupName }: NotificationGroup, until: Date) =>
      snooze({ body: { groupName, until: until.toISOString() } }, (groups) =>
        groups.filter(({ name }) => name !== groupName),
      ),
    wake: ({ name: groupName }: NotificationGroup) => wake({ body: { groupName, until: null } }, (groups) => groups),
    markRead: ({ name }: NotificationGroup) =>
      read({ body: { groupNames: [name] } }, (groups) =>
        groups.map((one) => (one.name === name ? { ...one, isRead: true } : one)),
      ),
    markAllRead: () => read({ body: {} }, (groups) => groups.map((one) => ({ ...one, isRead: true }))),
    removeGroup: ({ name }: NotificationGroup) =>
      removeGroup({ params: { groupName: name } }, (groups) => groups.filter((one) => one.name !== name)),
    removeActivity: ({ name }: NotificationGroup, { id }: Activity) =>
      removeOne({ params: { activityId: id } }, (groups) =>
        groups.flatMap((one) => (one.name === name ? without(one, id) : [one])),
      ),
  };
}
export type FeedActs = ReturnType<typeof useFeedActs>;

/** Reads the feed again, after something was done about an entry. */
export function useRereadFeed(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: LIST });
    readFeedCounts(client);
  }, [client]);
}

function without(group: NotificationGroup, activityId: number): NotificationGroup[] {
  const activities = group.activities.filter(({ id }) => id !== activityId);
  return activities.length > 0 ? [{ ...group, activities, count: group.count - 1 }] : [];
}

/** Why the feed can't be marked or cleared, as by somebody who acts for the person; null if it can. */
export function useNoMarks(): string | null {
  const personOnly = usePersonOnly();
  const { seenAs } = useSession();
  return personOnly ?? (seenAs && `You’re viewing as ${seenAs.name}. Stop viewing to change your notifications.`);
}

/** Marks everything as seen when the feed is opened, and what arrives while the person looks at it. */
export function useMarkSeen(): void {
  const mark = useFeedWrite(calls.seen, 'We couldn’t mark your notifications as seen.');
  const unseen = useFeedCounts()?.unseen;
  const isVisible = useIsVisible();
  const mayMark = useNoMarks() === null;
  const isMarking = useRef(false);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!mayMark || !isVisible || isMarking.current || (unseen === 0 && !isFirst.current)) return;
    isFirst.current = false;
    isMarking.current = true;
    void mark({}, (groups) => groups.map((one) => ({ ...one, isSeen: true }))).finally(() => {
      isMarking.current = false;
    });
  }, [mark, mayMark, isVisible, unseen]);
}

const followVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

const useIsVisible = () => useSyncExternalStore(followVisibility, () => !document.hidden);
