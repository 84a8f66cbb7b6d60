import { messageOf } from '../../providers/call/call-errors';
import { useResourceList } from '../../providers/refine/use-resource';
import { team } from './resource';
import { roles as roleResource } from './roles/resource';

/** The organization's people and roles; `list` has no rows until both are loaded. */
export function useTeam() {
  const people = useResourceList(team);
  const roles = useResourceList(roleResource);
  const isReady = people.query.isSuccess && roles.query.isSuccess;
  const failed = people.query.error ?? roles.query.error;
  return {
    isReady,
    roles: roles.result.data,
    list: {
      rows: isReady ? people.result.data : undefined,
      refreshing: isReady && people.query.isFetching,
      error: failed && !isReady ? messageOf(failed) : null,
      onRetry: () => void Promise.all([people.query.refetch(), roles.query.refetch()]),
    },
  };
}
