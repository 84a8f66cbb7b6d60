import type { GetListResponse } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ChatChannel } from '../../../domain/chat/channel';
import { resourceKey } from '../../providers/refine/live-refine';
import { chatChannels } from '../resource';

/** Puts a write's reply into the list; null removes the channel. */
export function useListedChannel(): (cid: string, channel: ChatChannel | null) => void {
  const client = useQueryClient();
  return (cid, channel) =>
    client.setQueriesData<GetListResponse<ChatChannel>>({ queryKey: resourceKey(chatChannels.name) }, (list) => {
      if (!list) return list;
      const data = [...list.data.filter((listed) => listed.cid !== cid), ...(channel ? [channel] : [])];
      return { data, total: data.length };
    });
}
