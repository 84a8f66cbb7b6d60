import type { BaseRecord, LiveProvider } from '@refinedev/core';
import type { Query } from '@tanstack/react-query';
import { isWrite } from '../../../domain/contract/endpoint';
import type { LiveEvent, LiveTopic } from '../../../domain/live/events';
import { callNews } from '../call/call-news';
import { TAB_ID } from '../call/call-request';
import { onLive } from '../live';
import type { FreshQueryClient } from './query-client';
import { isChangedBy, loadedResources } from './resource';

const GATHER_MS = 250;
/** How long after a write's reply the events of the same change arrive, at most. */
const SAME_CHANGE_MS = 1000;
const TYPES = { created: 'created', changed: 'updated', removed: 'deleted' } as const;

type Gathering<T> = {
  add: (item: T) => void;
  /** Drops what came and wasn't told yet. */
  stop: () => void;
  /** Tells it at once instead, for who goes on elsewhere with what it is told. */
  end: () => void;
};

/** Calls back once per burst with all changes; a `null` among them means resync. */
export function gather<T>(callback: (items: T[]) => unknown): Gathering<T> {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const all = items;
    items = [];
    timer = undefined;
    callback(all);
  };
  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(tell, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      if (timer !== undefined) tell();
    },
  };
}

const topicsOf = (name: string): readonly LiveTopic[] => loadedResources.get(name)?.topics ?? [];

/** Refine's live provider from our event stream: a resource gets its topics, once per burst. */
export function liveProvider(): LiveProvider {
  return {
    subscribe({ channel, callback }) {
      const topics = topicsOf(channel.replace(/^resources\//, ''));
      if (topics.length === 0) return undefined;
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
      const off = onLive((news) => {
        if (news.kind === 'change' && topics.includes(news.event.topic)) burst.add(news.event);
        // `refreshOnChange` refetches only what was read before the stream opened.
        else if (news.kind === 'resync' && !news.isFirst) burst.add(null);
      });
      return () => {
        off();
        burst.stop();
      };
    },
    unsubscribe: (off?: () => void) => off?.(),
  };
}

/**
 * Keeps the cache current: refetches what a live topic or this page's write made stale, immediately and once if on
 * screen (grids merge live changes themselves, and Refine refetches what it wrote), else when next shown. A write's reply
 * names its topics, so that no resource waits for the live stream. Returns the unsubscribe function.
 */
export function refreshOnChange(client: FreshQueryClient): () => void {
  const justReread = new Set<string>();
  const matching = (isOld: IsOld, others = (_query: Query) => true) => ({
    predicate: (query: Query) => {
      const { queryKey, meta = {} } = query;
      const name = queryKey[0] === 'data' ? String(queryKey[2]) : '';
      const topics = (meta.topics as LiveTopic[] | undefined) ?? topicsOf(name);
      return isOld(topics, meta.updatedByReplies === true || justReread.has(name)) && others(query);
    },
  });
  const burst = gather<LiveEvent | null>((events) =>
    client.invalidateQueries(
      matching(
        (topics, isKeptByReplies) =>
          events.some(
            (event) =>
              topics.length > 0 &&
              (event === null || (topics.includes(event.topic) && !(isKeptByReplies && event.by === TAB_ID))),
          ),
        (query) => !(query.meta?.followsItself && query.isActive()),
      ),
    ),
  );
  const reread = (name: string) => {
    justReread.add(name);
    setTimeout(() => justReread.delete(name), SAME_CHANGE_MS);
    void client.invalidateQueries({ queryKey: resourceKey(name) });
  };
  const offs = [
    onLive((news) => {
      // When the stream opens, only earlier reads may be stale: usually none, so nothing waits for it.
      if (news.kind === 'resync' && news.isFirst) void client.reviewQueries(matching(({ length }) => length > 0));
      else burst.add(news.kind === 'resync' ? null : news.event);
    }),
    callNews.done.on(({ endpoint, reply, topics, resource: own }) => {
      for (const resource of loadedResources.values()) {
        if (!isChangedBy(resource, endpoint, topics)) continue;
        const { name, one } = resource;
        if (one && one.returns === endpoint.returns) showReply(client, name, reply as BaseRecord);
        if (name !== own) reread(name);
      }
    }),
    // What a write no longer finds is gone, and shouldn't stay on screen, whichever list shows it.
    callNews.refused.on(({ error, endpoint }) => {
      if (error.status === 404 && isWrite(endpoint)) void client.invalidateQueries({ queryKey: ['data'] });
    }),
  ];
  return () => {
    for (const off of offs) off();
    burst.stop();
  };
}

type IsOld = (topics: readonly LiveTopic[], isKeptByReplies: boolean) => boolean;

/** Puts a record as a write returned it on screen, until it is refetched: the next change builds on its version. */
function showReply(client: FreshQueryClient, name: string, reply: BaseRecord): void {
  client.setQueriesData<{ data: BaseRecord }>({ queryKey: [...resourceKey(name), 'one'] }, (shown) =>
    shown?.data.id === reply.id ? { data: reply } : undefined,
  );
}

/** The key of everything Refine has cached of a resource. */
export const resourceKey = (name: string) => ['data', 'default', name];
