import type { z } from 'zod';
import type { OrgChannel, OrgChannelEdit } from '../../../domain/chat/channel';
import { orgChannels as calls } from '../../../domain/chat/network-contract';
import { type CallResult, type UseCallOptions, useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { useListedPartnerChannel } from '../channels/useListedChannel';

type Change = Omit<z.input<typeof OrgChannelEdit>, 'channelType'>;

/** Changes, joins or leaves a channel with another organization, and puts the reply in the list. */
export function usePartnerChannel({ cid, channelType }: OrgChannel, options: UseCallOptions = {}) {
  const params = { orgId: useSession().scope?.orgId ?? 0, cid };
  const list = useListedPartnerChannel();
  const updating = useCall(calls.update, options);
  const joining = useCall(calls.join, options);
  const leaving = useCall(calls.leave, options);
  const listed = <T extends OrgChannel | null>(result: CallResult<T>): CallResult<T> => {
    if (result.ok) list(cid, result.value);
    return result;
  };
  return {
    edit: async (change: Change) => listed(await updating.run({ params, body: { channelType, ...change } })),
    join: async () => listed(await joining.run({ params })),
    leave: async () => listed(await leaving.run({ params })),
    isPending: updating.isPending || joining.isPending || leaving.isPending,
    error: updating.error,
  };
}
