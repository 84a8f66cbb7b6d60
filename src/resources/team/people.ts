import type { FiltersOf } from '../../../domain/filters';
import type { Organization } from '../../../domain/organization/organization';
import { finds } from '../../../domain/search-text';
import type { OrgUser } from '../../../domain/team/member';
import type { teamFilters } from '../../../domain/team/team';

/** A person's display name: their own, or the invited email. */
export const nameOf = ({ firstName, lastName, email }: OrgUser): string => `${firstName} ${lastName}`.trim() || email;

/** The brands someone can be assigned: the organization's own, and those of others it is a partner of, with their owner. */
export const assignableBrands = ({ brands, partnerBrands }: Pick<Organization, 'brands' | 'partnerBrands'>) => [
  ...brands.map(({ id, name }) => ({ id, name })),
  ...partnerBrands.map(({ id, name, orgName }) => ({ id, name: `${name} (${orgName})` })),
];

const LISTS = ['licenseIds', 'brandIds', 'companyIds'] as const;

/** Whether a person has one of the roles and of each kind of assignment, and their row contains the search words. */
export function matches(person: OrgUser, filters: FiltersOf<typeof teamFilters>): boolean {
  const { q = '', role } = filters;
  if (role && !role.includes(person.orgRole.id)) return false;
  if (LISTS.some((list) => filters[list] && !filters[list].some((id) => person[list].includes(id)))) return false;
  return finds(q)(nameOf(person), person.email, person.title, person.orgRole.name, person.salesRepId);
}
