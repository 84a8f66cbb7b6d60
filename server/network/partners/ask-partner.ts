import { and, eq } from 'drizzle-orm';
import { badInput, notFound } from '../../../domain/errors';
import { assertMayAsk, assertMayGrant, lapseOf, type PartnerState } from '../../../domain/network/partner';
import type { partners as contract } from '../../../domain/network/partners-contract';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { returnedRow } from '../../db/rows';
import { brands, organizations, partnerBrands } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import type { Verb } from '../../implement';
import { acceptOne, endOf } from './answer-partner';
import { type FoundPartner, findPartners, holdPartners, ofPartner, stateOf, toPartner } from './read-partners';
import { recordPartner, tellAsked, tellGranted } from './tell-partner';

/**
 * Asks the owner of a brand. BAD_INPUT on `brandId` for one that isn’t in the directory, nobody has or is the caller’s own;
 * CONFLICT while a request is open or agreed to, and for three weeks after one was refused or lapsed.
 */
export const requestPartner: Verb<typeof contract.request> = async (ctx, { body: { brandId, message } }) => {
  const { db, membership, now, timeZone, person } = ctx;
  const refuse = (says: string) => badInput({ brandId: says });
  await holdPartners(db, brandId);
  const [brand] = await db.select().from(brands).where(eq(brands.id, brandId));
  const isListed = brand && brand.review === null && !brand.disabled;
  if (brand?.orgId === membership.orgId) throw refuse('This is your own brand');
  if (!isListed) throw refuse('Brand not found');
  const { orgId: ownerOrgId } = brand;
  if (ownerOrgId === null) throw refuse('Nobody has claimed this brand yet, so there is nobody to ask');
  const names = { brandName: brand.name, ...(await namesOf(db, { ownerOrgId, partnerOrgId: membership.orgId })) };
  const last = await settleLast(ctx, { orgId: membership.orgId, brandId, ownerOrgId });
  assertMayAsk({ ...names, last, timeZone, now });
  const made = await add(db, {
    orgId: membership.orgId,
    brandId,
    ownerOrgId,
    status: 'REQUESTED',
    message: message.trim(),
    requestedByUserId: person.userId,
    requestedAt: now,
    expiresAt: lapseOf(now),
    createdAt: now,
  });
  await recordPartner(ctx, null, made);
  await tellAsked(ctx, made);
  return toPartner(made, ctx);
};

/**
 * Makes an organization a partner for one of the caller's brands, accepting its request if one is open. BAD_INPUT on `brandId`
 * or `orgId`; CONFLICT if it is one already.
 */
export const grantPartner: Verb<typeof contract.grant> = async (ctx, { body }) => {
  const { db, membership, now, person } = ctx;
  const { orgId, brandId, ...terms } = body;
  const endsAt = endOf(ctx, terms.endsAt);
  await holdPartners(db, brandId);
  const [brand] = await db
    .select()
    .from(brands)
    .where(and(eq(brands.id, brandId), visibleBrands(membership)));
  if (brand === undefined) throw notFound('Brand');
  if (brand.review !== null) throw badInput({ brandId: 'Only an approved brand can have partners' });
  if (orgId === membership.orgId) throw badInput({ orgId: 'Choose another organization' });
  const names = await namesOf(db, { ownerOrgId: membership.orgId, partnerOrgId: orgId });
  const last = await settleLast(ctx, { orgId, brandId, ownerOrgId: membership.orgId });
  assertMayGrant({ ...names, brandName: brand.name, last });
  if (last?.status === 'REQUESTED') return acceptOne(ctx, last.found, { ...terms, endsAt });
  const made = await add(db, {
    orgId,
    brandId,
    ownerOrgId: membership.orgId,
    status: 'ACCEPTED',
    canViewPackages: terms.canViewPackages,
    answeredByUserId: person.userId,
    answeredAt: now,
    endsAt,
    createdAt: now,
  });
  await recordPartner(ctx, null, made);
  await tellGranted(ctx, made);
  return toPartner(made, ctx);
};

async function add(db: Db, values: typeof partnerBrands.$inferInsert): Promise<FoundPartner> {
  const { id, orgId } = returnedRow(await db.insert(partnerBrands).values(values).returning());
  return returnedRow(await findPartners(db, ofPartner({ orgId, id })));
}

/** The names of both sides. BAD_INPUT on `orgId` for an organization that isn't there. */
async function namesOf(db: Db, { ownerOrgId, partnerOrgId }: { ownerOrgId: number; partnerOrgId: number }) {
  const nameOf = async (id: number) =>
    (await db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, id)))[0]?.name;
  const [ownerName, partnerName] = [await nameOf(ownerOrgId), await nameOf(partnerOrgId)];
  if (ownerName === undefined || partnerName === undefined) throw badInput({ orgId: 'Organization not found' });
  return { ownerName, partnerName };
}

type Pair = { orgId: number; brandId: number; ownerOrgId: number };

/** The newest of an organization and a brand's present owner, as it is by now; what is over by now is marked so. */
async function settleLast({ db, now }: Ctx, { orgId, brandId, ownerOrgId }: Pair) {
  const found = await findPartners(db, and(eq(partnerBrands.orgId, orgId), eq(partnerBrands.brandId, brandId)));
  for (const one of found) {
    const status: PartnerState = stateOf(one, now);
    if (status !== one.row.status) await db.update(partnerBrands).set({ status }).where(ofPartner(one.row));
  }
  const last = found.find(({ row }) => row.ownerOrgId === ownerOrgId);
  return last && { ...last.row, status: stateOf(last, now), found: last };
}
