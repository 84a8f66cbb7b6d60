import { countOf } from '../providers/badges';
import { onTopic } from '../providers/live';
import type { Badge } from '../providers/manifest';
import { sessionState } from '../providers/session/session-store';

/** Private to the person: not counted for someone acting for them. */
function isOneself(): boolean {
  const state = sessionState();
  return state.status === 'signed-in' && !state.user.impersonatedBy && !state.seenAs;
}

const count = countOf('messages');

/** The person's unread messages. Asked of the platform, so only the chat loads the chat's code. */
export const unread: Badge = {
  path: '/chat',
  meaning: 'unread',
  count: async (scope, options) => (isOneself() ? count(scope, options) : 0),
  changes(again) {
    // A block hides a conversation, with what is unread in it.
    const offs = [onTopic('messages', again), onTopic('chat', again), onTopic('connections', again)];
    return () => {
      for (const off of offs) off();
    };
  },
};
