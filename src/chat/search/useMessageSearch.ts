import { useInfiniteQuery } from '@tanstack/react-query';
import type { MessageFilters, StreamChat } from 'stream-chat';
import { isSearchable, SEARCH_PAGE } from '../../../domain/chat/message-search';

export type Asked = {
  text: string;
  /** What the service calls the one channel to search; null for all. */
  cid: string | null;
  /** The author's id; empty for everybody. */
  from: string;
  hasFiles: boolean;
};

/** A message that was found, with where. */
export type Found = {
  id: string;
  channelId: string;
  channelName: string;
  userId: string;
  name: string;
  text: string;
  at: Date;
  files: number;
};

/** Whether anything is looked for. */
export const isAsked = ({ text, from, hasFiles }: Asked): boolean =>
  isSearchable(text) || (text.trim() === '' && (from !== '' || hasFiles));

/** Messages of the reader's channels that answer a search, newest first, a page at a time. */
export function useMessageSearch(client: StreamChat, asked: Asked) {
  return useInfiniteQuery({
    queryKey: ['chat-search', client.userID, asked],
    enabled: isAsked(asked),
    // What was deleted or left meanwhile isn't found again.
    gcTime: 0,
    staleTime: 10_000,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: next, signal }) => {
      const { text, cid, from, hasFiles } = asked;
      const filters = {
        ...(text.trim() === '' ? {} : { text: { $autocomplete: text } }),
        ...(from === '' ? {} : { 'user.id': { $in: [from] } }),
        ...(hasFiles ? { attachments: { $exists: true } } : {}),
      } as MessageFilters;
      const own = { members: { $in: [client.userID ?? ''] }, ...(cid === null ? {} : { cid: { $in: [cid] } }) };
      const page = { sort: [{ created_at: -1 as const }], limit: SEARCH_PAGE, ...(next === undefined ? {} : { next }) };
      const reply = await client.search(own, filters, page, { signal });
      return { found: reply.results.map(({ message }) => toFound(message)), next: reply.next };
    },
    getNextPageParam: ({ next }) => next,
  });
}

type Result = Awaited<ReturnType<StreamChat['search']>>['results'][number]['message'];

function toFound({ id, cid, user, text = '', created_at: at, attachments, ...rest }: Result): Found {
  const { channel } = rest as { channel?: { name?: string } };
  return {
    id,
    channelId: cid?.split(':')[1] ?? '',
    channelName: channel?.name ?? '',
    userId: user?.id ?? '',
    name: user?.name || 'Former member',
    text,
    at: new Date(at ?? 0),
    files: attachments?.length ?? 0,
  };
}
