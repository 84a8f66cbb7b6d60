import { useSessionState } from '../providers/session';

/**
 * Why someone acting for a person can't do something only that person may, such as accept an invitation or end a
 * session. Null for the person themselves.
 */
export function usePersonOnly(): string | null {
  const state = useSessionState();
  if (state.status !== 'signed-in' || !state.user.impersonatedBy) return null;
  const { firstName, lastName } = state.user;
  return `Only ${firstName} ${lastName} can do this. You’re acting for them.`;
}
