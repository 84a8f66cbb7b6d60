import { write } from '../../../domain/access/ability';
import { needsOf } from '../../../domain/organization/first-needs';
import { useCan } from '../../access/useCan';
import { useSessionState } from '../../providers/session';

const keyOf = (orgId: number) => `verdant.first-steps.${orgId}`;

/** The person doesn't want to see the first steps again in this browser; Setup keeps them. */
export function dismissFirstSteps(orgId: number): void {
  localStorage.setItem(keyOf(orgId), 'dismissed');
}

/** Whether the organization lacks something it can't trade without, and the reader can change that. */
export function useHasFirstSteps(): boolean {
  const { can } = useCan();
  const state = useSessionState();
  const organization = state.status === 'signed-in' ? state.organization : null;
  if (organization === null || !can(write('EDIT_ORGANIZATION')) || needsOf(organization).size === 0) return false;
  return localStorage.getItem(keyOf(organization.id)) === null;
}
