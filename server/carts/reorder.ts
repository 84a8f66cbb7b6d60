import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { wantedLines } from '../../domain/carts/reorder';
import type { reorders as contract } from '../../domain/carts/reorder-contract';
import { DomainError } from '../../domain/errors';
import { add } from '../../domain/money';
import { lineAmount } from '../../domain/orders/line';
import { lineTotal } from '../../domain/pricing/price';
import { toQuantityProduct } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { buyerLicenses, carts, companies, licenses, orders } from '../db/schema';
import { visibleBuyerLicenses, visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { loadBuyerOrder } from '../orders/load-order';
import { type CartHead, loadBasis, selectHeads } from './cart-basis';
import { loadItemsAndHeld } from './held-elsewhere';
import { findSellerError } from './load-carts';
import { decideAll } from './upsert-items';

/**
 * What buying an order again would put in the cart of its license and seller, judged as if it were sent. NOT_FOUND unless
 * the caller sees the order; CONFLICT if its license or seller is gone.
 */
export const previewReorder: Verb<typeof contract.preview> = async (ctx, { params: { orderId } }) => {
  const { db, membership } = ctx;
  const visible = visiblePurchaseOrders(membership);
  const order = await loadBuyerOrder(db, membership, and(eq(orders.id, orderId), visible));
  const head = await findHead(ctx, order.buyerLicense?.id ?? 0, order.sellerCompany.companyId);
  const asked = order.lineItems.map(({ productId }) => ({ productId }));
  const ids = asked.map(({ productId }) => productId);
  const { items, elsewhere } = await loadItemsAndHeld(ctx, head.cart, ids);
  const basis = await loadBasis(ctx, [head], [...items, ...asked]);
  const unitsOf = (id: number) => {
    const row = basis.products.get(id);
    return row && toQuantityProduct(row);
  };
  const lines = wantedLines(order.lineItems, unitsOf).map((line) => {
    const inCart = items.find(({ productId }) => productId === line.productId)?.quantity ?? '0';
    return { ...line, inCart, total: add(inCart, line.quantity) };
  });
  const outcomes = decideAll(
    lines.map(({ productId, total }) => ({ productId, quantity: total })),
    { products: basis.products, before: items, elsewhere, sellerError: findSellerError(head, membership) },
  );
  return {
    buyerCompanyId: head.cart.buyerCompanyId,
    buyerLicenseId: head.buyerLicense.id,
    sellerCompanyId: head.company.id,
    sellerName: head.company.name,
    lines: lines.map((line, at) => {
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
        problem: outcome?.kind === 'refused' ? outcome.message : null,
      };
    }),
  };
};

/** The cart of a license and a seller, or one as it would be made. */
async function findHead({ db, membership }: Ctx, licenseId: number, companyId: number): Promise<CartHead> {
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
    throw new DomainError(
      'CONFLICT',
      'You can’t order this again: its license or its seller isn’t on Verdant any more.',
    );
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
      createdAt: now,
      updatedAt: now,
    },
  };
}
