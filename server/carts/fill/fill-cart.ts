import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { FillLine, FillPreview } from '../../../domain/carts/fill-contract';
import { judgeCartLines } from '../../../domain/carts/judge-line';
import { PRODUCT_GONE } from '../../../domain/carts/line-error';
import { isGone } from '../../../domain/carts/substitutes';
import { DomainError, notFound } from '../../../domain/errors';
import { add, type Quantity } from '../../../domain/money';
import { lineAmount } from '../../../domain/orders/line';
import { lineTotal } from '../../../domain/pricing/price';
import { toShownProduct } from '../../catalogue/menu-products';
import type { Ctx } from '../../context';
import { buyerLicenses, carts, companies, licenses } from '../../db/schema';
import { visibleBuyerLicenses } from '../../db/visibility';
import { type CartBasis, type CartHead, loadKnown, selectHeads } from '../cart-basis';

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
  const { basis, known } = await loadKnown(ctx, head, productIds);
  const { items } = known;
  const wanted = wantedOf(basis.products).map((line) => {
    const inCart = items.find(({ productId }) => productId === line.productId)?.quantity ?? '0';
    return { ...line, inCart, total: replaces ? line.quantity : add(inCart, line.quantity) };
  });
  const outcomes = judgeCartLines(
    wanted.map(({ productId, total }) => ({ productId, quantity: total })),
    known,
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
        isGone: isGone(row && price ? toShownProduct(row, price) : null),
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
    throw new DomainError('CONFLICT', 'You can’t order this: its license or its seller isn’t on Verdant anymore.');
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
