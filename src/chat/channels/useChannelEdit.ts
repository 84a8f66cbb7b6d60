import type { z } from 'zod';
import type { ChannelEdit, ChatChannel } from '../../../domain/chat/channel';
import { chat } from '../../../domain/chat/contract';
import { type CallResult, type UseCallOptions, useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { useListedChannel } from './useListedChannel';

type Change = Omit<z.input<typeof ChannelEdit>, 'channelType'>;

/** Changes a channel on the platform and puts the reply in the list. */
export function useChannelEdit({ cid, channelType }: ChatChannel, options: UseCallOptions = {}) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run, isPending, error } = useCall(chat.update, options);
  const list = useListedChannel();
  const edit = async (change: Change): Promise<CallResult<ChatChannel | null>> => {
    const result = await run({ params: { orgId, cid }, body: { channelType, ...change } });
    if (result.ok) list(cid, result.value);
    return result;
  };
  return { edit, isPending, error };
}
