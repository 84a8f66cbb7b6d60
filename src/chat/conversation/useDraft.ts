import { useEffect } from 'react';
import type { Channel } from 'stream-chat';

const keyOf = (channel: Channel) => `verdant.chat.draft/${channel.getClient().userID}/${channel.cid}`;

/** Keeps an unsent message for this window, even after leaving the chat or reloading. */
export function useDraft(live: Channel): void {
  useEffect(() => {
    const { textComposer, state } = live.messageComposer;
    const kept = sessionStorage.getItem(keyOf(live));
    if (kept && textComposer.text === '') textComposer.setText(kept);
    return textComposer.state.subscribeWithSelector(
      ({ text }) => ({ text }),
      ({ text }) => {
        if (state.getLatestValue().editedMessage) return;
        if (text === '') sessionStorage.removeItem(keyOf(live));
        else sessionStorage.setItem(keyOf(live), text);
      },
    );
  }, [live]);
}
