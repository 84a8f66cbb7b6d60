import { type ReactionSelectorProps, useDialogOnNearestManager, useMessageContext } from 'stream-chat-react';
import { reactionType } from '../../../domain/chat/reactions';
import { LazyPicker } from './LazyPicker';

/** All emoji to react with, in place of the library's list. */
export default function AnyReaction({ dialogId, handleReaction }: ReactionSelectorProps) {
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
