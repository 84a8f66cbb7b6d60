import type { GetListResponse } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ChatChannel, OrgChannel } from '../../../domain/chat/channel';
import { partnerChannels } from '../../kit/links/partner-channels';
import { resourceKey } from '../../providers/refine/live-refine';
import { chatChannels } from '../resource';

/** Puts a write's reply into the list; null removes the channel. */
export const useListedChannel = () => useListed<ChatChannel>(chatChannels.name);

/** The same of channels with other organizations. */
export const useListedPartnerChannel = () => useListed<OrgChannel>(partnerChannels.name);

function useListed<C extends { cid: string }>(name: string): (cid: string, channel: C | null) => void {
  const client = useQueryClient();
  return (cid, channel) =>
    client.setQueriesData<GetListResponse<C>>({ queryKey: resourceKey(name) }, (list) => {
      if (!list) return list;
      const data = [...list.data.filter((listed) => listed.cid !== cid), ...(channel ? [channel] : [])];
      return { data, total: data.length };
    });
}
