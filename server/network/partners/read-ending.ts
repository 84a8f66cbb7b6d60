import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { partners as contract } from '../../../domain/network/partners-contract';
import { OPEN_STATUSES } from '../../../domain/orders/status';
import type { Db } from '../../db/client';
import {
  brands,
  companies,
  dealBids,
  distributorMappings,
  itemRules,
  offers,
  orders,
  orgUsers,
  partnerBrands,
  trackingItems,
} from '../../db/schema';
import { isAgreed } from '../../db/visibility';
import type { Verb } from '../../implement';
import { type FoundPartner, findPartner, sideOf } from './read-partners';

/** What depends on a partnership: of the brand, and of the two organizations unless another brand keeps them partners. */
export const getEnding: Verb<typeof contract.ending> = async (ctx, { params }) => {
  const { db, membership } = ctx;
  const found = await findPartner(ctx, params.id);
  const { orgId, brandId, ownerOrgId } = found.row;
  const isOwner = sideOf(found, membership.orgId) === 'OWNER';
  const items = await db.$count(trackingItems, and(eq(trackingItems.orgId, orgId), eq(trackingItems.brandId, brandId)));
  const rules = () => db.$count(itemRules, and(eq(itemRules.orgId, orgId), eq(itemRules.brandId, brandId)));
  const people = () =>
    db.$count(
      orgUsers,
      and(
        eq(orgUsers.orgId, orgId),
        ne(orgUsers.status, 'REMOVED'),
        sql`${brandId}::bigint = any (${orgUsers.brandIds})`,
      ),
    );
  const ofBrand = {
    items,
    itemRules: isOwner ? null : await rules(),
    people: isOwner ? null : await people(),
  };
  if (await areOtherwisePartners(db, found)) return { ...ofBrand, orders: 0, bids: 0, distributors: 0 };
  const pairs = [
    { of: orgId, other: ownerOrgId },
    { of: ownerOrgId, other: orgId },
  ];
  const sum = async (count: (pair: Pair) => Promise<number>) =>
    (await Promise.all(pairs.map(count))).reduce((all, one) => all + one, 0);
  return {
    ...ofBrand,
    orders: await sum(({ of, other }) =>
      db.$count(
        orders,
        and(eq(orders.orgId, of), inArray(orders.status, [...OPEN_STATUSES]), isCompanyOf(orders.distributorId, other)),
      ),
    ),
    bids: await sum(({ of, other }) =>
      db.$count(
        dealBids,
        and(
          eq(dealBids.orgId, of),
          eq(dealBids.buyerOrgId, other),
          eq(dealBids.status, 'OPEN'),
          sql`exists (select from ${offers} where ${offers.orgId} = ${of} and ${offers.id} = ${dealBids.offerId}
            and ${offers.audience} = 'PARTNERS')`,
        ),
      ),
    ),
    distributors: await sum(({ of, other }) =>
      db.$count(
        distributorMappings,
        and(eq(distributorMappings.orgId, of), isCompanyOf(distributorMappings.distributorId, other)),
      ),
    ),
  };
};

type Pair = { of: number; other: number };

const isCompanyOf = (id: typeof orders.distributorId | typeof distributorMappings.distributorId, orgId: number): SQL =>
  sql`${id} in (select ${companies.id} from ${companies} where ${companies.orgId} = ${orgId})`;

/** Whether the two organizations are partners also without this agreement, in either direction. */
async function areOtherwisePartners(db: Db, { row }: FoundPartner): Promise<boolean> {
  const between = async (orgId: number, ownerOrgId: number) => {
    const [other] = await db
      .select({ id: partnerBrands.id })
      .from(partnerBrands)
      .innerJoin(brands, and(eq(brands.id, partnerBrands.brandId), isAgreed(sql`${partnerBrands}`, sql`${brands}`)))
      .where(
        and(eq(partnerBrands.orgId, orgId), eq(partnerBrands.ownerOrgId, ownerOrgId), ne(partnerBrands.id, row.id)),
      )
      .limit(1);
    return other !== undefined;
  };
  return (await between(row.orgId, row.ownerOrgId)) || (await between(row.ownerOrgId, row.orgId));
}
