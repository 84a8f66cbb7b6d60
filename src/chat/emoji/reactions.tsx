import { useCallback } from 'react';
import {
  defaultReactionOptions,
  MessageReactionsDetail,
  type MessageReactionsDetailProps,
  type ReactionOptions,
  type ReactionSelectorProps,
  useChannelStateContext,
  useDialogOnNearestManager,
  useMessageContext,
} from 'stream-chat-react';
import { allReactions, emojiOf, FIRST_REACTIONS, MORE_REACTIONS, reactionType } from '../../../domain/chat/reactions';
import { LazyPicker } from './LazyPicker';

type Options = Exclude<ReactionOptions, unknown[]>;
type Option = NonNullable<Options['extended']>[string];

const FIRST = '1f389';
const known = new Map<string, Option>();

const shows = (emoji: string | null) => () => emoji;

function optionOf(type: string): Option | undefined {
  const emoji = emojiOf(type);
  if (emoji === null) return undefined;
  const option = known.get(type) ?? { Component: shows(emoji), name: emoji };
  known.set(type, option);
  return option;
}

/** The library's few reactions, and every emoji under its code points, without a list of them. */
export const reactionOptions: ReactionOptions = {
  quick: (defaultReactionOptions as Options).quick,
  extended: new Proxy<Record<string, Option>>(
    { [FIRST]: { Component: shows(emojiOf(FIRST)) } },
    { get: (_, type) => (typeof type === 'string' ? optionOf(type) : undefined) },
  ),
};

/** All emoji to react with, in place of the library's list. */
export function AnyReaction({ dialogId, handleReaction }: ReactionSelectorProps) {
  const context = useMessageContext();
  const { dialog } = useDialogOnNearestManager({ id: dialogId ?? '' });
  const react = handleReaction ?? context.handleReaction;
  return (
    <LazyPicker
      offers={(emoji) => reactionType(emoji) !== null}
      onChoose={(emoji) => {
        const type = reactionType(emoji);
        if (type !== null) void react(type, new Event('choose') as never);
        dialog?.close();
      }}
    />
  );
}

/** Who reacted: those that came with the message, and once more of them if there may be. The library's has no name. */
export function ReactionsDetail(props: MessageReactionsDetailProps) {
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
