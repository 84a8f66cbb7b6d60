import { MessageReactionsDetail, type MessageReactionsDetailProps } from 'stream-chat-react';

/** The library's reactions dialog has no accessible name; this adds one. */
export function ReactionsDetail(props: MessageReactionsDetailProps) {
  return (
    <div ref={(element) => element?.closest('[role="dialog"]')?.setAttribute('aria-label', 'Who reacted')}>
      <MessageReactionsDetail {...props} />
    </div>
  );
}
