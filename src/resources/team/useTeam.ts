import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { organization as calls, roles as roleCalls } from '../../../domain/organization/contract';
import type { OrgRole, OrgUser } from '../../../domain/organization/organization';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { useAddressText } from '../../ui/useAddressText';
import { matches } from './people';

const ROLE = 'role';
const SEARCH = 'q';
const CHANGES = { topics: ['access', 'organization'] as const };
const NO_ROLES: readonly OrgRole[] = [];

/** The people and roles of the organization, and the address that narrows them. */
export function useTeam() {
  const orgId = useSession().scope?.orgId ?? 0;
  const people = useCallQuery(calls.users, { params: { orgId }, query: {} }, CHANGES);
  const roles = useCallQuery(roleCalls.list, { params: { orgId } }, CHANGES);
  const [parameters, setParameters] = useSearchParams();
  const roleId = parameters.get(ROLE);
  const [search, findText] = useAddressText(SEARCH);

  const shown = useMemo(
    () =>
      people.data?.filter(
        (person: OrgUser) =>
          (roleId === null || String(person.orgRole.id) === roleId) && matches(person, search.trim()),
      ),
    [people.data, roleId, search],
  );
  const findRole = (id: string) =>
    setParameters((now) => {
      if (id) now.set(ROLE, id);
      else now.delete(ROLE);
      return now;
    });

  return {
    people,
    shown,
    roles: roles.data ?? NO_ROLES,
    rolesQuery: roles,
    roleId: roleId ?? '',
    search,
    isNarrowed: roleId !== null || search.trim() !== '',
    findText,
    findRole,
    showAll: () => {
      findText('');
      setParameters({});
    },
  };
}
