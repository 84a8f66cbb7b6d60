import { organization as calls, roles as roleCalls } from '../../../domain/organization/contract';
import type { OrgRole } from '../../../domain/organization/organization';
import { messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';

const CHANGES = { topics: ['access', 'organization'] as const };
const NO_ROLES: readonly OrgRole[] = [];

/** The people and roles of the organization; `list` is empty of rows until both are there. */
export function useTeam() {
  const orgId = useSession().scope?.orgId ?? 0;
  const people = useCallQuery(calls.users, { params: { orgId }, query: {} }, CHANGES);
  const roles = useCallQuery(roleCalls.list, { params: { orgId } }, CHANGES);
  const isReady = people.data !== undefined && roles.data !== undefined;
  const failed = people.error ?? roles.error;
  return {
    isReady,
    roles: roles.data ?? NO_ROLES,
    reread: () => void people.refetch(),
    list: {
      rows: isReady ? people.data : undefined,
      refreshing: isReady && people.isFetching,
      error: failed && !isReady ? messageOf(failed) : null,
      onRetry: () => void Promise.all([people.refetch(), roles.refetch()]),
    },
  };
}
