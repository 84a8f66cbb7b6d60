import type { OrgUser } from '../../../domain/organization/organization';

/** The name people know somebody by: their own, or the address they were invited at. */
export const nameOf = ({ firstName, lastName, email }: OrgUser): string => `${firstName} ${lastName}`.trim() || email;

/** Whether any of what is seen in their row holds the words typed. */
export function matches(person: OrgUser, search: string): boolean {
  const seen = [nameOf(person), person.email, person.title, person.orgRole.name, person.salesRepId].join(' ');
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => seen.toLowerCase().includes(word));
}
