import { chat } from '../../domain/chat/contract';
import { useSessionState } from '../providers/session';
import { useCallQuery } from '../providers/use-call';

const CHANGES = ['messages', 'chat'] as const;

/** How many messages the person has not read, for the navigation; 0 while that is unknown or none of theirs to know. */
export function useUnread(): number {
  const state = useSessionState();
  const here = state.status === 'signed-in' && !state.user.impersonatedBy ? state.scope : null;
  const unread = useCallQuery(
    chat.unread,
    { params: { orgId: here?.orgId ?? 0 } },
    { topics: CHANGES, enabled: here !== null },
  );
  return unread.data?.total ?? 0;
}
