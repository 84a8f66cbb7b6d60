import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { FillLine, FillPreview } from '../../../domain/carts/fill-contract';
import { PRODUCT_GONE } from '../../../domain/carts/line-error';
import { isGone } from '../../../domain/carts/substitutes';
import { DomainError, notFound } from '../../../domain/errors';
import { add, type Quantity } from '../../../domain/money';
import { lineAmount } from '../../../domain/orders/line';
import { lineTotal } from '../../../domain/pricing/price';
import { toMenuProduct } from '../../catalogue/menu-products';
import type { Ctx } from '../../context';
import { buyerLicenses, carts, companies, licenses } from '../../db/schema';
import { visibleBuyerLicenses } from '../../db/visibility';
import { type CartBasis, type CartHead, loadBasis, selectHeads } from '../cart-basis';
import { loadItemsAndHeld } from '../held-elsewhere';
import { isShown } from '../read-carts';
import { decideAll, findStop } from '../upsert-items';

/** What somebody wants of a product, in the unit it is entered in now. */
export type Wanted = { productId: number; productName: string; sku: string; quantity: Quantity };

/**
 * What would be put in a cart, judged as if it were sent: beside what it has or, with `replaces`, instead of it.
 * `wantedOf` tells what is wanted, given today's products.
 */
export async function judgeFill<Line extends Wanted>(
  ctx: Ctx,
  head: CartHead,
  productIds: readonly number[],
  { replaces = false, wantedOf }: { replaces?: boolean; wantedOf: (products: CartBasis['products']) => Line[] },
): Promise<Omit<FillPreview, 'lines'> & { lines: (Line & FillLine)[] }> {
  const { items, elsewhere } = await loadItemsAndHeld(ctx, head.cart, productIds);
  const asked = productIds.map((productId) => ({ productId }));
  const basis = await loadBasis(ctx, [head], [...items, ...asked]);
  const wanted = wantedOf(basis.products).map((line) => {
    const inCart = items.find(({ productId }) => productId === line.productId)?.quantity ?? '0';
    return { ...line, inCart, total: replaces ? line.quantity : add(inCart, line.quantity) };
  });
  const outcomes = decideAll(
    wanted.map(({ productId, total }) => ({ productId, quantity: total })),
    { products: basis.products, before: items, elsewhere, stop: findStop(head, basis) },
  );
  return {
    buyerCompanyId: head.cart.buyerCompanyId,
    buyerLicenseId: head.buyerLicense.id,
    sellerCompanyId: head.company.id,
    sellerName: head.company.name,
    others: items.flatMap(({ productId }) => (wanted.some((line) => line.productId === productId) ? [] : [productId])),
    lines: wanted.map((line, at) => {
      const outcome = outcomes[at];
      const row = basis.products.get(line.productId);
      const price = row && basis.priceOf(head, row);
      const units = row && {
        unitOfMeasure: row.sellInUnitOfMeasure,
        soldInBulk: row.sellInBulk,
        unitMultiplier: row.unitMultiplier,
        quantity: line.quantity,
      };
      return {
        ...line,
        unitOfMeasure: row?.sellInUnitOfMeasure ?? '',
        after: units && price ? lineTotal(lineAmount({ ...units, unitPrice: price.unitPrice })) : null,
        isGone: isGone(row && price && isShown(row) ? toMenuProduct(row, price) : null),
        problem: outcome?.kind === 'refused' ? outcome.message : row ? null : PRODUCT_GONE,
      };
    }),
  };
}

/** NOT_FOUND unless the caller may buy for the license. */
export async function assertBuyerLicense({ db, membership }: Ctx, id: number): Promise<void> {
  const [seen] = await db
    .select({ id: buyerLicenses.id })
    .from(buyerLicenses)
    .where(and(eq(buyerLicenses.id, id), visibleBuyerLicenses(membership)));
  if (seen === undefined) throw notFound('Buyer license');
}

/** The cart of a license and a seller, or one as it would be made. */
export async function findHead({ db, membership }: Ctx, licenseId: number, companyId: number): Promise<CartHead> {
  const ofPair = and(
    eq(carts.orgId, membership.orgId),
    eq(carts.buyerLicenseId, licenseId),
    eq(carts.sellerCompanyId, companyId),
  );
  const mayBuy = and(visibleBuyerLicenses(membership), isNull(licenses.removedAt));
  const [standing] = await selectHeads(db, and(ofPair, mayBuy));
  if (standing) return standing;
  const [parties] = await db
    .select({
      buyerLicense: getTableColumns(buyerLicenses),
      license: getTableColumns(licenses),
      company: getTableColumns(companies),
    })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .innerJoin(companies, and(eq(companies.id, companyId), isNull(companies.removedAt)))
    .where(and(eq(buyerLicenses.id, licenseId), mayBuy));
  if (!parties) {
    throw new DomainError('CONFLICT', 'You can’t order this: its license or its seller isn’t on Verdant any more.');
  }
  const { buyerLicense, company } = parties;
  const now = new Date();
  return {
    ...parties,
    cart: {
      id: 0,
      orgId: membership.orgId,
      buyerCompanyId: buyerLicense.buyerCompanyId,
      buyerLicenseId: buyerLicense.id,
      sellerOrgId: company.orgId,
      sellerCompanyId: company.id,
      orderNotes: '',
      deliveryPreferences: '',
      approvalId: null,
      createdAt: now,
      updatedAt: now,
    },
    rule: null,
  };
}
