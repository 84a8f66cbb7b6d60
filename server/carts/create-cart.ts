import { and, eq, getTableColumns } from 'drizzle-orm';
import type { carts as contract } from '../../domain/carts/contract';
import type { VerbInput } from '../../domain/contract/endpoint';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { buyerLicenses, carts, companies, licenses } from '../db/schema';
import { visibleBuyerLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import type { CartHead } from './cart-basis';
import { upsertItems } from './upsert-items';

/**
 * Adds items to the cart of a buyer license and seller company; if none can be saved in a new cart, none is created.
 */
export const createCart: Verb<typeof contract.create> = async (ctx, { body }) =>
  upsertItems(ctx, await findOrMakeCart(ctx, body), body.cartItems);

/** The pair's only cart, locked. Concurrent first requests get the same one. */
async function findOrMakeCart(
  { db, membership, now }: Ctx,
  { companyId, buyerLicenseId, sellerCompanyId }: VerbInput<typeof contract.create>['body'],
): Promise<CartHead> {
  const [parties] = await db
    .select({
      buyerLicense: getTableColumns(buyerLicenses),
      license: getTableColumns(licenses),
      company: getTableColumns(companies),
    })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .leftJoin(companies, eq(companies.id, sellerCompanyId))
    .where(
      and(
        eq(buyerLicenses.id, buyerLicenseId),
        eq(buyerLicenses.buyerCompanyId, companyId),
        visibleBuyerLicenses(membership),
      ),
    );
  if (!parties) throw notFound('Buyer license');
  const { company, ...buyer } = parties;
  if (!company) throw notFound('Company');
  const [cart] = await db
    .insert(carts)
    .values({
      orgId: membership.orgId,
      buyerCompanyId: companyId,
      buyerLicenseId: buyerLicenseId,
      sellerOrgId: company.orgId,
      sellerCompanyId,
    })
    .onConflictDoUpdate({ target: [carts.buyerLicenseId, carts.sellerCompanyId], set: { updatedAt: now } })
    .returning();
  if (!cart) throw new Error('The cart was neither found nor created');
  return { cart, company, ...buyer };
}
