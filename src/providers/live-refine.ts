import type { LiveProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent, LiveTopic } from '../../domain/live/events';
import { TAB_ID } from './call';
import { onLive, onTopic } from './live';
import type { Manifest } from './manifest';

const GATHER_MS = 250;
const TYPES = { created: 'created', changed: 'updated', removed: 'deleted' } as const;

/** Calls back once per burst of changes, with all of them; `null` among them stands for a resync. */
export function gather<T>(callback: (items: T[]) => unknown): { add: (item: T) => void; stop: () => void } {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(() => {
        const all = items;
        items = [];
        timer = undefined;
        callback(all);
      }, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Refine's live events out of our stream: a resource hears of its manifest's topic, each burst once. */
export function liveProviderOf(manifests: readonly Manifest[]): LiveProvider {
  const topics = new Map(manifests.map(({ name, topic }) => [`resources/${name}`, topic]));
  return {
    subscribe({ channel, callback }) {
      const topic = topics.get(channel);
      if (!topic) return undefined;
      const burst = gather<LiveEvent | null>((events) => {
        const changes = events.filter((event) => event !== null);
        const [first] = changes;
        const same = first && changes.length === events.length && changes.every(({ kind }) => kind === first.kind);
        callback({
          channel,
          type: same ? TYPES[first.kind] : '*',
          payload: { ids: changes.map(({ id }) => id) },
          date: new Date(),
        });
      });
      const off = onTopic(topic, burst.add);
      return () => {
        off();
        burst.stop();
      };
    },
    unsubscribe: (off?: () => void) => off?.(),
  };
}

/** Has answers of `useCallQuery` read again when a topic they name changes. Gives back how to stop. */
export function refreshOnChange(client: QueryClient): () => void {
  const refresh = (isOld: (topics: readonly LiveTopic[], isKeptByReplies: boolean) => boolean) =>
    client.invalidateQueries({
      predicate: ({ meta }) => isOld((meta?.topics ?? []) as LiveTopic[], meta?.keptByReplies === true),
    });
  const burst = gather<LiveEvent | null>((events) =>
    refresh((topics, isKeptByReplies) =>
      events.some(
        (event) =>
          topics.length > 0 &&
          (event === null || (topics.includes(event.topic) && !(isKeptByReplies && event.by === TAB_ID))),
      ),
    ),
  );
  const off = onLive((news) => {
    // When the stream opens, only what was read before it did is in doubt: mostly nothing, so it is not waited for.
    if (news.kind === 'resync' && news.isFirst) void refresh((topics) => topics.length > 0);
    else burst.add(news.kind === 'resync' ? null : news.event);
  });
  return () => {
    off();
    burst.stop();
  };
}
