import { useQueryClient } from '@tanstack/react-query';
import type { ChatChannel } from '../../domain/chat/channel';
import { chat } from '../../domain/chat/contract';
import { useSession } from '../providers/session';
import { callKey, useCallQuery } from '../providers/use-call';

const CHANGES = ['chat', 'access'] as const;

/** The channels of the organization as the platform keeps them: one's own, and those one may join. */
export function useChannelList() {
  const orgId = useSession().scope?.orgId ?? 0;
  return useCallQuery(chat.channels, { params: { orgId } }, { topics: CHANGES });
}

/** Puts what a write answered into the list at once; null takes the channel out of it. */
export function useListedChannel(): (cid: string, channel: ChatChannel | null) => void {
  const client = useQueryClient();
  const orgId = useSession().scope?.orgId ?? 0;
  return (cid, channel) =>
    client.setQueryData<readonly ChatChannel[]>(
      callKey(chat.channels, { params: { orgId } }),
      (list) => list && [...list.filter((listed) => listed.cid !== cid), ...(channel ? [channel] : [])],
    );
}
