import { useCallback } from 'react';
import {
  MessageReactionsDetail,
  type MessageReactionsDetailProps,
  useChannelStateContext,
  useMessageContext,
} from 'stream-chat-react';
import { allReactions, FIRST_REACTIONS, MORE_REACTIONS } from '../../../domain/chat/reactions';

/** Who reacted: those that came with the message, and once more of them if there may be. The library's has no name. */
export default function ReactionsDetail(props: MessageReactionsDetailProps) {
  const { channel } = useChannelStateContext();
  const { id } = useMessageContext().message;
  const fetchReactions = useCallback(
    async (type?: string) => {
      const first = channel.state.findMessage(id)?.latest_reactions ?? [];
      const all = await allReactions(first, async () => {
        const { reactions } = await channel.getReactions(id, { limit: MORE_REACTIONS, offset: FIRST_REACTIONS });
        return reactions;
      });
      return type === undefined ? all : all.filter((reaction) => reaction.type === type);
    },
    [channel, id],
  );
  return (
    <div ref={(element) => element?.closest('[role="dialog"]')?.setAttribute('aria-label', 'Who reacted')}>
      <MessageReactionsDetail {...props} handleFetchReactions={fetchReactions} />
    </div>
  );
}
