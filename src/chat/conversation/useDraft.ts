import { useEffect } from 'react';
import type { Channel } from 'stream-chat';
import { z } from 'zod';
import { readStored } from '../../providers/stored';

const keyOf = (channel: Channel) => `verdant.chat.draft/${channel.getClient().userID}/${channel.cid}`;

const peopleKeyOf = (channel: Channel) => `${keyOf(channel)}/mentions`;
const People = z.array(z.object({ id: z.string(), name: z.string() }));

/** Keeps an unsent message, with whom it mentions, for this window, even after leaving the chat or reloading. */
export function useDraft(live: Channel): void {
  useEffect(() => {
    const { textComposer, state } = live.messageComposer;
    const kept = sessionStorage.getItem(keyOf(live));
    if (kept && textComposer.text === '') {
      textComposer.setText(kept);
      textComposer.setMentionedUsers(readStored('sessionStorage', peopleKeyOf(live), People) ?? []);
    }
    return textComposer.state.subscribeWithSelector(
      ({ text, mentionedUsers }) => ({ text, mentionedUsers }),
      ({ text, mentionedUsers }) => {
        if (state.getLatestValue().editedMessage) return;
        const named = mentionedUsers.map(({ id, name = '' }) => ({ id, name }));
        if (text === '') sessionStorage.removeItem(keyOf(live));
        else sessionStorage.setItem(keyOf(live), text);
        if (named.length === 0) sessionStorage.removeItem(peopleKeyOf(live));
        else sessionStorage.setItem(peopleKeyOf(live), JSON.stringify(named));
      },
    );
  }, [live]);
}
