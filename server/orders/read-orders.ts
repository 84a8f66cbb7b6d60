import { and, asc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { notFound } from '../../domain/errors';
import { money } from '../../domain/money';
import { actorOn } from '../../domain/orders/actor';
import { lineRules } from '../../domain/orders/entry/judge';
import { withHeld } from '../../domain/orders/entry/needs';
import { canUnmerge } from '../../domain/orders/merge/merge';
import {
  type BuyerOrder,
  type Order,
  type OrderLineItem,
  OrderSource,
  type PrintedLineItem,
} from '../../domain/orders/order';
import {
  availableTransitions,
  canEditLines,
  OPEN_STATUSES,
  type OrderStatus,
  OrderStatusSchema,
} from '../../domain/orders/status';
import { DiscountTypeSchema, paymentStateIn } from '../../domain/orders/totals';
import { PriceWhySchema, priceWhyForBuyer } from '../../domain/pricing/price';
import { loadQuantityRules } from '../catalogue/menu-products';
import { picturedProduct } from '../catalogue/pictured-product';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import {
  buyerLicenses,
  companies,
  companyPaymentOptions,
  customers,
  licenses,
  orderLineItems,
  orderPayments,
  orders,
  orderTransitions,
  products,
  users,
} from '../db/schema';
import { visibleOrders, visiblePurchaseOrders } from '../db/visibility';
import { readWarning } from '../licenses/read-warning';
import { toCompany, toLicense } from '../organization/read-companies';
import { salesRepsOf } from './sales-reps';

type Person = Order['salesReps'][number];

/** The matching order, as its seller sees it. NOT_FOUND without one. */
export async function loadOrder(db: Db, membership: Membership, where: SQL | undefined): Promise<Order> {
  const { lines, ...order } = await loadOrderWithoutRules(db, membership, where);
  return { ...order, rules: await loadRules(db, { orgId: order.sellerOrgId, status: order.status }, lines) };
}

/** The same for who edits nothing of it, with its lines as they are stored. NOT_FOUND. */
export async function loadOrderWithoutRules(db: Db, membership: Membership, where: SQL | undefined) {
  const parts = await loadParts(db, where, {
    salesReps: salesRepsOf(sql`${membership.orgId}`, sql`${orders.id}`),
    distributor: DISTRIBUTOR,
    editable: visibleOrders(membership, 'write'),
  });
  const { order, salesReps, distributor, canEdit } = parts;
  const actor = actorOn(membership, 'seller', canEdit);
  const status = OrderStatusSchema.parse(order.status);
  return {
    ...toBase(parts),
    licenseWarning: await warn(db, membership, parts, parts.license?.id ?? parts.customerLicenseId),
    availableTransitions: availableTransitions({ status, ...actor }),
    externalId: order.externalId,
    notes: order.notes,
    salesReps,
    salesRepOrgUserIds: salesReps.map(({ id }) => id),
    distributor,
    distributorId: order.distributorId,
    expectedTotal: order.totalUsd,
    originalOrderIds: order.originalOrderIds,
    ...(await loadMerged(db, order, visibleOrders(membership))),
    canUnmerge: canEdit && (await mayUnmerge(db, { ...order, status })),
    canEdit,
    canEditLines: order.externalId === null && canEditLines({ status, ...actor }),
    lines: parts.lines,
  };
}

/** What an edit may make of the order's lines. */
async function loadRules(
  db: Db,
  { orgId, status }: { orgId: number; status: OrderStatus },
  lines: Parts['lines'],
): Promise<Order['rules']> {
  if (lines.length === 0) return [];
  const found = await loadQuantityRules(
    db,
    orgId,
    isOneOf(products.id, [...new Set(lines.map((line) => line.productId))]),
  );
  const known = withHeld(found, status, lines);
  return lineRules(lines, { productOf: (id) => known.get(id), status });
}

/** The matching order, as its buyer sees it: without the seller's private fields. */
export async function loadBuyerOrder(db: Db, membership: Membership, where: SQL | undefined): Promise<BuyerOrder> {
  const editable = visiblePurchaseOrders(membership, 'write');
  const parts = await loadParts(db, where, { salesReps: NOT_SHOWN, distributor: sql`null`, editable });
  const status = OrderStatusSchema.parse(parts.order.status);
  const { lineItems, ...base } = toBase(parts);
  return {
    ...base,
    licenseWarning: await warn(db, membership, parts, parts.license?.id ?? null),
    lineItems: lineItems.map((line) => ({ ...line, priceWhy: priceWhyForBuyer(line.priceWhy) })),
    ...(await loadMerged(db, parts.order, visiblePurchaseOrders(membership))),
    availableTransitions: availableTransitions({ status, ...actorOn(membership, 'buyer', parts.canEdit) }),
  };
}

const isOpen = (status: string) => OPEN_STATUSES.some((one) => one === status);

/** What the reader is told of the license an order is for, while it is open. */
async function warn(db: Db, membership: Membership, { order }: Parts, licenseId: number | null) {
  return isOpen(order.status) ? readWarning(db, membership, licenseId) : null;
}

/** What an order was merged from and into, of those orders the reader sees, by the orders of its seller and customer. */
async function loadMerged(db: Db, order: typeof orders.$inferSelect, seen: SQL) {
  const { orgId, customerId, id, originalOrderIds, status } = order;
  const named = { id: orders.id, orderNumber: orders.orderNumber };
  const find = (where: SQL | undefined) =>
    db
      .select(named)
      .from(orders)
      .where(and(eq(orders.orgId, orgId), seen, where))
      .orderBy(asc(orders.id));
  const mergedFrom = originalOrderIds.length > 0 ? await find(isOneOf(orders.id, originalOrderIds)) : [];
  const into =
    status === 'COMBINED'
      ? await find(
          and(
            eq(orders.customerId, customerId),
            ne(orders.status, 'CANCELLED'),
            sql`${orders.originalOrderIds} @> array[${id}::bigint]`,
          ),
        )
      : [];
  return { mergedFrom, mergedInto: into.at(-1) ?? null };
}

async function mayUnmerge(db: Db, order: typeof orders.$inferSelect & { status: OrderStatus }): Promise<boolean> {
  const { orgId, id, originalOrderIds } = order;
  const paid = and(eq(orderPayments.orgId, orgId), eq(orderPayments.orderId, id));
  const hasPayments = originalOrderIds.length > 0 && (await db.$count(orderPayments, paid)) > 0;
  return canUnmerge({ ...order, hasPayments });
}

type Parts = Awaited<ReturnType<typeof loadParts>>;

/** A buyer doesn't see who sold an order. */
const NOT_SHOWN = sql`'[]'::json`;
const DISTRIBUTOR = sql`(select json_build_object('companyId', carrier.id, 'name', carrier.name)
  from ${companies} carrier where carrier.id = ${orders.distributorId})`;

type Shown = Record<'salesReps' | 'distributor' | 'editable', SQL>;

async function loadParts(db: Db, where: SQL | undefined, shown: Shown) {
  const [head] = await loadHeads(db, where, shown);
  if (head === undefined) throw notFound('Order');
  const { id, orgId } = head.order;
  const lines = await loadLines(db, orgId, [id]);
  return { ...head, lines: lines.get(id) ?? [], history: await loadHistory(db, head.order) };
}

/** What both sides see of an order, but for what was done with it. */
export type PlainOrder = Omit<ReturnType<typeof toBase>, 'history' | 'lineItems'> & { lineItems: PrintedLineItem[] };

/** Those of these sales orders that the caller sees, in the given order. */
export async function loadPlainOrders(db: Db, membership: Membership, ids: readonly number[]): Promise<PlainOrder[]> {
  const where = and(isOneOf(orders.id, ids), visibleOrders(membership));
  const heads = await loadHeads(db, where, { salesReps: NOT_SHOWN, distributor: sql`null`, editable: sql`false` });
  const byId = new Map(heads.map((head) => [head.order.id, head]));
  const lines = await loadLines(db, membership.orgId, [...byId.keys()]);
  return ids.flatMap((id) => {
    const head = byId.get(id);
    if (head === undefined) return [];
    const { history: _, ...order } = toBase({ ...head, lines: lines.get(id) ?? [], history: [] });
    return order;
  });
}

function loadHeads(db: Db, where: SQL | undefined, { salesReps, distributor, editable }: Shown) {
  return db
    .select({
      order: getTableColumns(orders),
      customer: { email: customers.email, phone: customers.phone },
      customerLicenseId: customers.licenseId,
      company: getTableColumns(companies),
      buyerLicense: getTableColumns(buyerLicenses),
      license: getTableColumns(licenses),
      paymentOption: {
        id: companyPaymentOptions.id,
        name: companyPaymentOptions.name,
        dueDays: companyPaymentOptions.dueDays,
      },
      salesReps: sql<Person[]>`${salesReps}`,
      distributor: sql<Order['distributor']>`${distributor}`,
      canEdit: sql<boolean>`${editable}`,
    })
    .from(orders)
    .innerJoin(customers, and(eq(customers.orgId, orders.orgId), eq(customers.id, orders.customerId)))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .leftJoin(buyerLicenses, eq(buyerLicenses.id, orders.buyerLicenseId))
    .leftJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .leftJoin(companyPaymentOptions, eq(companyPaymentOptions.id, orders.paymentOptionId))
    .where(where);
}

type OrderKey = Pick<typeof orders.$inferSelect, 'id' | 'orgId'>;

/** The lines of some of an organization's orders, by order. */
async function loadLines(db: Db, orgId: number, orderIds: readonly number[]) {
  const rows = await db
    .select({
      ...getTableColumns(orderLineItems),
      sku: products.sku,
      // Qualified manually: Drizzle omits the table name when selecting from a single table, so the inner table would
      // match.
      imageUri: sql<string | null>`(
        select image.image_uri from product_images image
        where image.org_id = order_line_items.org_id
          and image.product_id = ${picturedProduct(sql`order_line_items.org_id`)}
        order by image.position, image.id limit 1)`,
    })
    .from(orderLineItems)
    .innerJoin(products, and(eq(products.orgId, orderLineItems.orgId), eq(products.id, orderLineItems.productId)))
    .where(and(eq(orderLineItems.orgId, orgId), isOneOf(orderLineItems.orderId, orderIds)))
    .orderBy(asc(orderLineItems.position));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

function loadHistory(db: Db, { id, orgId }: OrderKey) {
  return db
    .select({
      from: orderTransitions.fromStatus,
      to: orderTransitions.toStatus,
      at: orderTransitions.createdAt,
      reason: orderTransitions.reason,
      by: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, 'Verdant')`,
    })
    .from(orderTransitions)
    .leftJoin(users, eq(users.id, orderTransitions.actorUserId))
    .where(and(eq(orderTransitions.orgId, orgId), eq(orderTransitions.orderId, id)))
    .orderBy(asc(orderTransitions.id));
}

function toBase({ order, customer, company, buyerLicense, license, paymentOption, lines, history }: Parts) {
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: OrderStatusSchema.parse(order.status),
    orderSource: OrderSource.parse(order.orderSource),
    customer: { id: order.customerId, name: order.customerName, ...customer },
    sellerCompany: toCompany(company),
    sellerCompanyId: order.companyId,
    sellerOrgId: order.orgId,
    buyerLicense: buyerLicense &&
      license && { id: buyerLicense.id, licenseId: license.id, license: toLicense(license) },
    lineItems: lines.map(toLine),
    discountType: DiscountTypeSchema.parse(order.discountType),
    discount: money(order.discount),
    subtotalUsd: order.subtotalUsd,
    orderDiscountUsd: order.orderDiscountUsd,
    totalUsd: order.totalUsd,
    invoicedUsd: order.invoicedUsd,
    paidUsd: order.paidUsd,
    paymentState: paymentStateIn(OrderStatusSchema.parse(order.status), order),
    paymentOption,
    paymentDueDate: order.paymentDueDate,
    shipDate: order.shipDate,
    shippingDetails: order.shippingDetails,
    buyerNotes: order.buyerNotes,
    deliveryPreferences: order.deliveryPreferences,
    created: order.createdAt.toISOString(),
    updated: order.updatedAt.toISOString(),
    history: history.map(({ from, to, at, by, reason }) => ({
      reason,
      from: from === null ? null : OrderStatusSchema.parse(from),
      to: OrderStatusSchema.parse(to),
      at: at.toISOString(),
      by,
    })),
    version: order.version,
  };
}

function toLine(line: Parts['lines'][number]): OrderLineItem {
  const priceWhy = PriceWhySchema.parse(line.priceWhy);
  return {
    id: line.id,
    position: line.position,
    productId: line.productId,
    productName: line.productName,
    sku: line.sku,
    brandName: line.brandName,
    imageUri: line.imageUri,
    unitOfMeasure: line.unitOfMeasure,
    soldInBulk: line.soldInBulk,
    unitMultiplier: money(line.unitMultiplier),
    quantity: money(line.quantity),
    existingQuantity: money(line.quantity),
    orderedUnitPrice: line.orderedUnitPrice,
    wholesalePrice: line.wholesalePrice,
    salePrice: line.salePrice,
    isOnSale: priceWhy.kind === 'sale',
    isSample: line.isSample,
    isBackorder: line.isBackorder,
    notes: line.notes,
    priceWhy,
    total: line.totalUsd,
  };
}
