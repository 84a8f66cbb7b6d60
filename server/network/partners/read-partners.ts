import { and, desc, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Membership } from '../../../domain/access/roles';
import { notFound } from '../../../domain/errors';
import {
  askAgainAt,
  PARTNER_SIDES,
  type PartnerSide,
  type PartnerState,
  partnerStateAt,
} from '../../../domain/network/partner';
import type { partners as contract, Partner } from '../../../domain/network/partners-contract';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { holdAlone, holdShared } from '../../db/hold';
import { isOneOf } from '../../db/page';
import { lockRow } from '../../db/rows';
import { brands, organizations, partnerBrands } from '../../db/schema';
import { visibleBrandPartners, visiblePartnerships } from '../../db/visibility';
import type { Verb } from '../../implement';

const owners = alias(organizations, 'owner');
const askers = alias(organizations, 'asker');

const columns = {
  row: partnerBrands,
  brand: {
    id: brands.id,
    name: brands.name,
    slug: brands.slug,
    profileImageUri: brands.profileImageUri,
    orgId: brands.orgId,
  },
  ownerName: owners.name,
  partnerName: askers.name,
};

/** Agreements and requests with their brand and both sides; the newest first. */
export const findPartners = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(partnerBrands)
    .innerJoin(brands, eq(brands.id, partnerBrands.brandId))
    .innerJoin(owners, eq(owners.id, partnerBrands.ownerOrgId))
    .innerJoin(askers, eq(askers.id, partnerBrands.orgId))
    .where(where)
    .orderBy(desc(partnerBrands.createdAt), desc(partnerBrands.id));

export type FoundPartner = Awaited<ReturnType<typeof findPartners>>[number];

/** What became of one by now. */
export const stateOf = ({ row, brand }: FoundPartner, now: Date): PartnerState =>
  partnerStateAt(row, { brandOrgId: brand.orgId, now });

export const sideOf = ({ row }: FoundPartner, orgId: number): PartnerSide =>
  row.orgId === orgId ? 'PARTNER' : 'OWNER';

const SEEN: Record<PartnerSide, (membership: Membership) => SQL> = {
  OWNER: visibleBrandPartners,
  PARTNER: visiblePartnerships,
};

const FIRST: readonly PartnerState[] = ['REQUESTED', 'ACCEPTED'];
const rank = ({ status }: Partner) => (FIRST.includes(status) ? FIRST.indexOf(status) : FIRST.length);

/** The newest agreement or request of each organization and brand the caller sees, on either side or one. */
export const listPartners: Verb<typeof contract.list> = async (ctx, { query: { side, brandIds } }) => {
  const ofBrands = brandIds && isOneOf(partnerBrands.brandId, brandIds);
  const sides = side ? [side] : PARTNER_SIDES;
  const found = await Promise.all(sides.map((one) => findPartners(ctx.db, and(SEEN[one](ctx.membership), ofBrands))));
  const newest = new Map<string, FoundPartner>();
  for (const one of found.flat()) {
    const key = `${one.row.orgId} ${one.row.brandId}`;
    if (!newest.has(key)) newest.set(key, one);
  }
  return [...newest.values()]
    .map((one) => toPartner(one, ctx))
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        a.brand.name.localeCompare(b.brand.name, 'en') ||
        a.partner.name.localeCompare(b.partner.name, 'en') ||
        a.id - b.id,
    );
};

/** One as its reader, on one of its sides, gets it. */
export function toPartner(found: FoundPartner, { membership, now }: Pick<Ctx, 'membership' | 'now'>): Partner {
  const { row, brand, ownerName, partnerName } = found;
  const side = sideOf(found, membership.orgId);
  const status = stateOf(found, now);
  const again = side === 'PARTNER' ? askAgainAt({ ...row, status }) : null;
  const { orgId: _, ...named } = brand;
  return {
    id: row.id,
    side,
    brand: named,
    owner: { id: row.ownerOrgId, name: ownerName },
    partner: { id: row.orgId, name: partnerName },
    status,
    canViewPackages: row.canViewPackages,
    message: row.message,
    requestedAt: iso(row.requestedAt),
    expiresAt: iso(row.expiresAt),
    answeredAt: iso(row.answeredAt),
    endsAt: iso(row.endsAt),
    endedAt: iso(row.endedAt),
    endedBy: row.endedByOrgId === null ? null : row.endedByOrgId === row.orgId ? 'PARTNER' : 'OWNER',
    askAgainAt: again && again.getTime() > now.getTime() ? again.toISOString() : null,
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** One the caller sees, on either side. NOT_FOUND otherwise. */
export async function findPartner(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  id: number,
): Promise<FoundPartner> {
  for (const side of ['PARTNER', 'OWNER'] as const) {
    const [found] = await findPartners(db, and(SEEN[side](membership), eq(partnerBrands.id, id)));
    if (found) return found;
  }
  throw notFound('Partner');
}

/**
 * Lets whoever asks for, agrees on or ends a partnership for a brand do so one after the other, and keeps the brand where it
 * is meanwhile. What is decided by is read afterwards.
 */
export async function holdPartners(db: Db, brandId: number): Promise<void> {
  await holdShared(db, [{ kind: 'brand', id: brandId }]);
  await holdAlone(db, { kind: 'partners of brand', id: brandId });
}

/** One the caller sees, held until the transaction ends, as it is by then. */
export async function lockPartner(ctx: Ctx, id: number): Promise<FoundPartner> {
  const { row } = await findPartner(ctx, id);
  await holdPartners(ctx.db, row.brandId);
  await lockRow(ctx.db, partnerBrands, ofPartner(row), 'Partner');
  return findPartner(ctx, id);
}

/** A row by its key. */
export const ofPartner = ({ orgId, id }: Pick<FoundPartner['row'], 'orgId' | 'id'>) =>
  and(eq(partnerBrands.orgId, orgId), eq(partnerBrands.id, id));
