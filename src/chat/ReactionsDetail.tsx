import { MessageReactionsDetail, type MessageReactionsDetailProps } from 'stream-chat-react';

/** The library opens who reacted how in a dialog without a name: this gives it one. */
export function ReactionsDetail(props: MessageReactionsDetailProps) {
  return (
    <div ref={(element) => element?.closest('[role="dialog"]')?.setAttribute('aria-label', 'Who reacted')}>
      <MessageReactionsDetail {...props} />
    </div>
  );
}
