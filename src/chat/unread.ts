import { chat } from '../../domain/chat/contract';
import { call } from '../providers/call';
import { onTopic } from '../providers/live';
import type { Badge } from '../providers/manifest';
import { sessionState } from '../providers/session-store';

/** What is read by nobody who acts for the person is not counted for them either. */
function isOneself(): boolean {
  const state = sessionState();
  return state.status === 'signed-in' && !state.user.impersonatedBy && !state.seenAs;
}

/** How many messages the person has not read. Asks the platform, so that only the chat loads what the chat needs. */
export const unread: Badge = {
  path: '/chat',
  meaning: 'unread',
  count: async (scope, options) =>
    scope && isOneself() ? (await call(chat.unread, { params: { orgId: scope.orgId } }, options)).total : 0,
  changes(again) {
    const offs = [onTopic('messages', again), onTopic('chat', again)];
    return () => {
      for (const off of offs) off();
    };
  },
};
