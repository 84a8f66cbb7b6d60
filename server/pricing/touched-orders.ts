import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { buyerLicenses, cartItems, carts, orderLineItems, orders } from '../db/schema';

type Reader = Pick<Ctx, 'db' | 'membership'>;
type Touched = {
  companyId: number;
  /** Whose prices change, of these products. */
  customers: readonly { id: number; licenseId: number | null }[];
  productIds: readonly number[];
  isTouched: (customerId: number, productId: number) => boolean;
};

/** How many open carts and draft orders have a product whose price changes for their customer. */
export async function countTouched(reader: Reader, touched: Touched): Promise<{ carts: number; drafts: number }> {
  if (touched.customers.length === 0) return { carts: 0, drafts: 0 };
  return { carts: await countCarts(reader, touched), drafts: await countDrafts(reader, touched) };
}

/** Carts at the company, in whichever organization. */
async function countCarts(
  { db, membership }: Reader,
  { companyId, customers, productIds, isTouched }: Touched,
): Promise<number> {
  const customerOf = new Map(
    customers.flatMap(({ id, licenseId }) => (licenseId === null ? [] : [[licenseId, id] as const])),
  );
  if (customerOf.size === 0) return 0;
  const rows = await db
    .select({ cartId: carts.id, licenseId: buyerLicenses.licenseId, productId: cartItems.productId })
    .from(carts)
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, carts.buyerLicenseId))
    .innerJoin(cartItems, and(eq(cartItems.orgId, carts.orgId), eq(cartItems.cartId, carts.id)))
    .where(
      and(
        eq(carts.sellerOrgId, membership.orgId),
        eq(carts.sellerCompanyId, companyId),
        isOneOf(buyerLicenses.licenseId, [...customerOf.keys()]),
        isOneOf(cartItems.productId, productIds),
      ),
    );
  const found = rows.filter(({ licenseId, productId }) => isTouched(customerOf.get(licenseId) ?? 0, productId));
  return new Set(found.map(({ cartId }) => cartId)).size;
}

async function countDrafts(
  { db, membership }: Reader,
  { companyId, customers, productIds, isTouched }: Touched,
): Promise<number> {
  const { orgId } = membership;
  const customerIds = customers.map(({ id }) => id);
  const rows = await db
    .select({ orderId: orders.id, customerId: orders.customerId, productId: orderLineItems.productId })
    .from(orders)
    .innerJoin(orderLineItems, and(eq(orderLineItems.orgId, orgId), eq(orderLineItems.orderId, orders.id)))
    .where(
      and(
        eq(orders.orgId, orgId),
        eq(orders.status, 'DRAFT'),
        eq(orders.companyId, companyId),
        isOneOf(orders.customerId, customerIds),
        isOneOf(orderLineItems.productId, productIds),
      ),
    );
  const found = rows.filter(({ customerId, productId }) => isTouched(customerId, productId));
  return new Set(found.map(({ orderId }) => orderId)).size;
}
