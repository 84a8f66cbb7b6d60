import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { carts as contract } from '../../domain/carts/contract';
import type { VerbInput } from '../../domain/contract/endpoint';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { buyerLicenses, carts, companies, licenses } from '../db/schema';
import { visibleBuyerLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { type CartHead, selectHeads } from './cart-basis';
import { upsertItems } from './upsert-items';

/**
 * Adds items to the cart of a buyer license and seller company; if none can be saved in a new cart, none is created.
 */
export const createCart: Verb<typeof contract.create> = async (ctx, { body }) =>
  upsertItems(ctx, await findOrMakeCart(ctx, body), body.cartItems);

/**
 * The pair's only cart, locked, in one statement. Concurrent first requests get the same one. Raises NOT_FOUND for a
 * buyer license the member may not buy for and for an unknown company.
 */
export async function findOrMakeCart(
  { db, membership, now }: Ctx,
  {
    companyId,
    buyerLicenseId,
    sellerCompanyId,
  }: Pick<VerbInput<typeof contract.create>['body'], 'companyId' | 'buyerLicenseId' | 'sellerCompanyId'>,
): Promise<CartHead> {
  const buyer = and(
    eq(buyerLicenses.id, buyerLicenseId),
    eq(buyerLicenses.buyerCompanyId, companyId),
    visibleBuyerLicenses(membership),
    isNull(licenses.removedAt),
  );
  // Named like the table, so a new cart is selected like any other.
  const made = db.$with('carts', getTableColumns(carts)).as(sql`
    insert into ${carts} (org_id, buyer_company_id, buyer_license_id, seller_org_id, seller_company_id)
    select ${buyerLicenses.orgId}, ${buyerLicenses.buyerCompanyId}, ${buyerLicenses.id}, ${companies.orgId}, ${companies.id}
    from ${buyerLicenses} join ${licenses} on ${licenses.id} = ${buyerLicenses.licenseId}
    join ${companies} on ${companies.id} = ${sellerCompanyId} and ${companies.removedAt} is null
    where ${buyer}
    on conflict (org_id, buyer_license_id, seller_company_id) do update set updated_at = ${sql.param(now, carts.updatedAt)}
    returning *`);
  const [head] = await selectHeads(db.with(made), undefined);
  if (head) return head;
  const found = await db
    .select({ id: buyerLicenses.id })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(buyer);
  throw notFound(found.length === 0 ? 'Buyer license' : 'Company');
}
