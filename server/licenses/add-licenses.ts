import { and, eq, isNull, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import type { LicenseRow } from '../../domain/licenses/license';
import type { MemberCtx } from '../context';
import { isOneOf } from '../db/page';
import { licenses, orgUsers } from '../db/schema';
import { loadOwnLicenses } from './read-licenses';

/** A license to add; its number as `normalLicenseNumber` gives it. */
export type NewLicense = Pick<
  typeof licenses.$inferInsert,
  | 'licenseNumber'
  | 'name'
  | 'licenseType'
  | 'addressLineOne'
  | 'city'
  | 'postalCode'
  | 'checkedAt'
  | 'checkedFrom'
  | 'provenBy'
  | 'provenAt'
>;

/** A license number that an organization already has. */
export type TakenLicense = { licenseNumber: string; isOwn: boolean };

/**
 * Adds licenses of one state to the organization, and assigns them to the caller if they see only what they are
 * assigned. Numbers that an organization has, even one that adds them at the same time, are returned and not added.
 */
export async function addLicenses(
  ctx: MemberCtx,
  usState: string,
  drafts: readonly NewLicense[],
): Promise<{ ids: number[]; taken: TakenLicense[] }> {
  const { db, membership, now } = ctx;
  // In one order, so that two organizations that add the same numbers don't wait for each other.
  const ordered = [...drafts].sort((a, b) => (a.licenseNumber < b.licenseNumber ? -1 : 1));
  const made = await db
    .insert(licenses)
    .values(
      ordered.map((draft) => ({
        ...draft,
        usState,
        orgId: membership.orgId,
        licenseeName: draft.name,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: licenses.id });
  const ids = made.map(({ id }) => id);
  if (ids.length > 0 && !seesEverything(membership)) {
    await db
      .update(orgUsers)
      .set({ licenseIds: sql`${orgUsers.licenseIds} || ${sql.param(ids)}::bigint[]` })
      .where(eq(orgUsers.id, membership.orgUserId));
  }
  return { ids, taken: ids.length === drafts.length ? [] : await findTaken(ctx, usState, drafts, ids) };
}

/** Records licenses just added in the audit log, publishes them, and gives their rows. */
export async function announceLicenses(
  { db, membership: { orgId }, audit, publish }: MemberCtx,
  ids: readonly number[],
): Promise<LicenseRow[]> {
  const added = await loadOwnLicenses(db, orgId, ids);
  for (const license of added) {
    await audit({ entity: 'license', id: license.id, before: null, after: license });
    await publish({ topic: 'organization', kind: 'created', id: license.id, orgIds: [orgId] });
  }
  return added;
}

async function findTaken(
  { db, membership }: MemberCtx,
  usState: string,
  drafts: readonly NewLicense[],
  madeIds: readonly number[],
): Promise<TakenLicense[]> {
  if (madeIds.length === drafts.length) return [];
  const numbers = drafts.map(({ licenseNumber }) => licenseNumber);
  const held = await db
    .select({ id: licenses.id, orgId: licenses.orgId, licenseNumber: licenses.licenseNumber })
    .from(licenses)
    .where(and(eq(licenses.usState, usState), isOneOf(licenses.licenseNumber, numbers), isNull(licenses.removedAt)));
  return held
    .filter(({ id }) => !madeIds.includes(id))
    .map(({ orgId, licenseNumber }) => ({ licenseNumber, isOwn: orgId === membership.orgId }));
}

/** Says who has a license number already, and the way out. */
export function takenMessage({ licenseNumber, isOwn }: TakenLicense): string {
  return isOwn
    ? `Your organization already has license ${licenseNumber}.`
    : `Another organization has license ${licenseNumber}. If it’s yours, dispute it in My Licenses.`;
}
