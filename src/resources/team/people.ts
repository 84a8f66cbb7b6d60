import type { FiltersOf } from '../../../domain/filters';
import type { OrgUser } from '../../../domain/organization/organization';
import type { teamFilters } from '../../../domain/organization/team';

/** A person's display name: their own, or the invited email. */
export const nameOf = ({ firstName, lastName, email }: OrgUser): string => `${firstName} ${lastName}`.trim() || email;

/** Whether a person has one of the roles, and their row contains the search words. */
export function matches(person: OrgUser, { q = '', role }: FiltersOf<typeof teamFilters>): boolean {
  if (role && !role.includes(person.orgRole.id)) return false;
  const seen = [nameOf(person), person.email, person.title, person.orgRole.name, person.salesRepId].join(' ');
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => seen.toLowerCase().includes(word));
}
