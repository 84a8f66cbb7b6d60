import type { z } from 'zod';
import type { ChannelEdit, ChatChannel } from '../../domain/chat/channel';
import { chat } from '../../domain/chat/contract';
import { useSession } from '../providers/session';
import { type CallResult, type UseCallOptions, useCall } from '../providers/use-call';

type Change = Omit<z.input<typeof ChannelEdit>, 'channelType'>;

/** Changes a channel at the platform; the lists follow by themselves. */
export function useChannelEdit({ cid, channelType }: ChatChannel, options: UseCallOptions = {}) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run, isPending, error } = useCall(chat.update, options);
  const edit = (change: Change): Promise<CallResult<ChatChannel | null>> =>
    run({ params: { orgId, cid }, body: { channelType, ...change } });
  return { edit, isPending, error };
}
