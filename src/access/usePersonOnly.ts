import { useSessionState } from '../providers/session';

/**
 * Why somebody may not do what concerns one person alone, such as accepting an invitation or ending a session: they act
 * for that person. Null for the person themselves.
 */
export function usePersonOnly(): string | null {
  const state = useSessionState();
  if (state.status !== 'signed-in' || !state.user.impersonatedBy) return null;
  const { firstName, lastName } = state.user;
  return `Only ${firstName} ${lastName} can do this. You’re acting for them.`;
}
