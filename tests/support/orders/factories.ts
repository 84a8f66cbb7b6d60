import { eq, sql } from 'drizzle-orm';
import { lineAmount, lineBaseUnits, lineFigures, markFirsts } from '../../../domain/orders/line';
import type { OrderStatus } from '../../../domain/orders/status';
import { holdOf, stockChange } from '../../../domain/orders/stock';
import { type OrderDiscount, orderTotals } from '../../../domain/orders/totals';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { soldLinesOf } from '../../../server/orders/sold-lines';
import { makeProduct, type ProductFixture } from '../catalogue/factories';
import { type CustomerFixture, makeCustomer } from '../customers/factories';
import { type BuyerFixture, only, type SellerFixture, unique } from '../organization/factories';

export type OrderFixture = typeof schema.orders.$inferSelect;
export type OrderLineFixture = typeof schema.orderLineItems.$inferSelect;

type Line = { product: ProductFixture } & Partial<{
  quantity: string;
  unitPrice: string;
  isSample: boolean;
  isBackorder: boolean;
  notes: string;
}>;

/**
 * A seller's order in any status, with its lines' stock and movements in that status. By default SUBMITTED, one unit of
 * a new product, entered by sales; with `buyer` it is from the marketplace.
 */
export async function makeOrder(
  db: Db,
  seller: Pick<SellerFixture, 'org' | 'company' | 'brand'>,
  {
    buyer,
    customer,
    lines,
    status = 'SUBMITTED',
    salesRepOrgUserIds = [],
    discountType = '$',
    discount = '0',
    ...values
  }: Partial<Omit<typeof schema.orders.$inferInsert, 'status' | 'discountType' | 'discount'>> &
    Partial<OrderDiscount> & {
      buyer?: Omit<BuyerFixture, 'owner'>;
      customer?: CustomerFixture;
      lines?: Line[];
      status?: OrderStatus;
      salesRepOrgUserIds?: number[];
    } = {},
): Promise<{ order: OrderFixture; lines: OrderLineFixture[]; customer: CustomerFixture }> {
  const of = { orgId: seller.org.id };
  const placedFor = customer ?? (await makeCustomer(db, seller, buyer === undefined ? {} : { buyer }));
  const ordered = (lines ?? [{ product: await makeProduct(db, seller) }]).map((line, position) => ({
    ...of,
    position,
    productId: line.product.id,
    brandId: line.product.brandId,
    productName: line.product.name,
    brandName: seller.brand.name,
    unitOfMeasure: line.product.sellInUnitOfMeasure,
    soldInBulk: line.product.sellInBulk,
    unitMultiplier: line.product.unitMultiplier,
    quantity: line.quantity ?? '1',
    baseUnit: line.product.unitOfMeasure,
    orderedUnitPrice: line.unitPrice ?? line.product.wholesalePrice,
    wholesalePrice: line.product.wholesalePrice,
    isSample: line.isSample ?? false,
    isBackorder: line.isBackorder ?? false,
    notes: line.notes ?? '',
    priceWhy: { kind: 'wholesale' as const },
  }));
  const amounts = ordered.map((line) => ({ ...line, ...lineAmount({ ...line, unitPrice: line.orderedUnitPrice }) }));
  const { lineTotals: _, ...totals } = orderTotals({ lines: amounts, discountType, discount });
  const order = only(
    await db
      .insert(schema.orders)
      .values({
        ...of,
        companyId: seller.company.id,
        buyerOrgId: buyer?.org.id ?? null,
        buyerCompanyId: buyer?.buyerCompany.id ?? null,
        buyerLicenseId: buyer?.buyerLicense.id ?? null,
        customerId: placedFor.id,
        customerName: placedFor.name,
        orderNumber: String(500_000 + unique()),
        status,
        orderSource: buyer === undefined ? 'MANUAL' : 'MARKETPLACE',
        discountType,
        discount,
        ...totals,
        ...(values.totalUsd !== undefined && { invoicedUsd: values.totalUsd }),
        lineItemCount: ordered.length,
        ...values,
      })
      .returning(),
  );
  const kept = await db
    .insert(schema.orderLineItems)
    .values(markFirsts(ordered).map((line) => ({ ...line, ...lineFigures(line), orderId: order.id })))
    .returning();
  await db.execute(soldLinesOf(order));
  await db.insert(schema.orderTransitions).values({ ...of, orderId: order.id, toStatus: status });
  if (salesRepOrgUserIds.length > 0) {
    const rows = salesRepOrgUserIds.map((orgUserId) => ({ ...of, orderId: order.id, orgUserId }));
    await db.insert(schema.orderSalesReps).values(rows);
  }
  for (const line of kept) await holdStock(db, order, line);
  return { order, lines: kept, customer: placedFor };
}

async function holdStock(db: Db, { id: orderId, status }: OrderFixture, line: OrderLineFixture): Promise<void> {
  const baseUnits = lineBaseUnits(line);
  const hold = holdOf(status as OrderStatus, line);
  if (hold === 'none') return;
  const change = stockChange({ hold: 'none', quantity: baseUnits }, { hold, quantity: baseUnits });
  const { productStock: stock } = schema;
  await db
    .update(stock)
    .set({
      quantity: sql`${stock.quantity} + ${change.quantity}::numeric`,
      reserved: sql`${stock.reserved} + ${change.reserved}::numeric`,
    })
    .where(eq(stock.productId, line.productId));
  await db.insert(schema.stockMovements).values({
    orgId: line.orgId,
    productId: line.productId,
    orderId,
    kind: hold === 'taken' ? 'take' : 'reserve',
    quantityDelta: change.quantity,
    reservedDelta: change.reserved,
  });
}
