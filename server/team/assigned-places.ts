import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Assigned, type Grant, refusalToChange, refusalToGrant } from '../../domain/access/grant';
import type { DefaultRoleId, Membership } from '../../domain/access/roles';
import { badInput, DomainError } from '../../domain/errors';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, companies, licenses, orgUsers, roles } from '../db/schema';
import { onTaken } from '../db/transact';
import { isAgreed } from '../db/visibility';

type RoleRow = typeof roles.$inferSelect;
type RoleChoice = { defaultRole?: DefaultRoleId | undefined; orgRoleId?: number | undefined };
type SentLists = {
  licenseIds?: number[] | undefined;
  brandIds?: number[] | undefined;
  companyIds?: number[] | undefined;
};

const NOTHING: Assigned = { licenseIds: [], brandIds: [], companyIds: [] };

/**
 * The chosen role, locked against changes until the transaction ends. BAD_INPUT on `orgRoleId` for owner, or a role of
 * another organization.
 */
export async function chosenRole(db: Db, orgId: number, choice: RoleChoice): Promise<RoleRow> {
  if (choice.defaultRole) return defaultRole(db, orgId, choice.defaultRole);
  const [role] = await db
    .select()
    .from(roles)
    .where(and(eq(roles.orgId, orgId), eq(roles.id, choice.orgRoleId ?? 0)))
    .for('share');
  if (!role) throw badInput({ orgRoleId: 'Choose a role in your organization' });
  if (role.defaultRoleId === 'OWNER') throw badInput({ orgRoleId: 'To make someone the owner, transfer ownership' });
  return role;
}

/** One of an organization's three default roles. */
export async function defaultRole(db: Db, orgId: number, id: DefaultRoleId): Promise<RoleRow> {
  const [role] = await db
    .select()
    .from(roles)
    .where(and(eq(roles.orgId, orgId), eq(roles.defaultRoleId, id)))
    .for('share');
  if (!role) throw new Error(`Organization ${orgId} has no ${id} role`);
  return role;
}

/**
 * A person's assignments with this role: none for a default one, which sees everything; else the lists sent, and
 * `before` for those not sent. Brands are the organization's own or those it is a partner of. What they were assigned and
 * the organization no longer has is left out; BAD_INPUT on the list with anything else outside it.
 */
export async function assignedLists(
  db: Db,
  { orgId, defaultRoleId }: RoleRow,
  sent: SentLists,
  before: Assigned = NOTHING,
): Promise<{ licenseIds: number[]; brandIds: number[]; companyIds: number[] }> {
  if (defaultRoleId !== null) return { licenseIds: [], brandIds: [], companyIds: [] };
  const list = async (name: keyof Assigned, isTheirs: SQL | undefined, noun: string): Promise<number[]> => {
    const ids = [...new Set(sent[name] ?? [])];
    if (sent[name] === undefined || ids.length === 0) return [...(sent[name] ?? before[name])];
    const table = { licenseIds: licenses, brandIds: brands, companyIds: companies }[name];
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(and(isOneOf(table.id, ids), isTheirs));
    const theirs = new Set(found.map(({ id }) => id));
    if (ids.some((id) => !theirs.has(id) && !before[name].includes(id)))
      throw badInput({ [name]: `Choose ${noun} in your organization` });
    return ids.filter((id) => theirs.has(id));
  };
  const isPartner = sql`exists (select from partner_brands partner where partner.org_id = ${orgId}
    and partner.brand_id = ${brands.id} and ${isAgreed(sql`partner`, sql`${brands}`)})`;
  return {
    licenseIds: await list('licenseIds', and(eq(licenses.orgId, orgId), isNull(licenses.removedAt)), 'licenses'),
    brandIds: await list('brandIds', or(eq(brands.orgId, orgId), isPartner), 'brands'),
    companyIds: await list('companyIds', and(eq(companies.orgId, orgId), isNull(companies.removedAt)), 'companies'),
  };
}

/** FORBIDDEN with the reason when granting more than the caller has. */
export function assertMayGrant(granter: Membership, grant: Grant): void {
  const refusal = refusalToGrant(granter, grant);
  if (refusal) throw new DomainError('FORBIDDEN', refusal);
}

/** FORBIDDEN with the reason when the caller can't change this person. */
export function assertMayChange(by: Membership, { role }: { role: Pick<RoleRow, 'defaultRoleId'> }): void {
  const refusal = refusalToChange(by, { role: { defaultRoleId: role.defaultRoleId as DefaultRoleId | null } });
  if (refusal) throw new DomainError('FORBIDDEN', refusal);
}

/** BAD_INPUT naming the team member who already has the sales rep id. */
export async function assertRepIsFree(
  db: Db,
  orgId: number,
  salesRepId: string | null | undefined,
  exceptId: number | null,
): Promise<void> {
  if (!salesRepId) return;
  const [holder] = await db
    .select({
      name: sql<string>`coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = ${orgUsers.userId}), ${orgUsers.email})`,
    })
    .from(orgUsers)
    .where(
      and(
        eq(orgUsers.orgId, orgId),
        eq(orgUsers.salesRepId, salesRepId),
        ne(orgUsers.status, 'REMOVED'),
        ne(orgUsers.id, exceptId ?? 0),
      ),
    );
  if (holder) throw badInput({ salesRepId: `${holder.name} already has this sales rep ID` });
}

/** The same refusals for the second of two concurrent writers. */
export const refuseTaken = onTaken((index) => {
  if (index === 'org_users_org_email') return badInput({ email: 'This email is already on the team' });
  if (index === 'org_users_sales_rep') return badInput({ salesRepId: 'Someone else already has this sales rep ID' });
  return undefined;
});
