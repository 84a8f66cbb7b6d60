import { defineFilters, type FiltersOf, ids, text } from '../../../domain/filters';
import type { OrgUser } from '../../../domain/organization/organization';

/** What the team is narrowed by in the address. */
export const teamFilters = defineFilters({ q: text('People'), role: ids('Role') });

/** The name people know somebody by: their own, or the address they were invited at. */
export const nameOf = ({ firstName, lastName, email }: OrgUser): string => `${firstName} ${lastName}`.trim() || email;

/** Whether somebody has one of the roles, and whatever is seen in their row holds the words typed. */
export function matches(person: OrgUser, { q = '', role }: FiltersOf<typeof teamFilters>): boolean {
  if (role && !role.includes(person.orgRole.id)) return false;
  const seen = [nameOf(person), person.email, person.title, person.orgRole.name, person.salesRepId].join(' ');
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => seen.toLowerCase().includes(word));
}
