import { and, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { buyerCompanies, carts } from '../db/schema';
import { visibleCarts } from '../db/visibility';

export type CartRow = typeof carts.$inferSelect;
type CartCtx = Pick<Ctx, 'db' | 'membership' | 'publish'>;

/** A cart the member may change, locked until the transaction ends. Whoever changes a cart or its items locks it first. */
export async function lockCart({ db, membership }: CartCtx, id: number, companyId?: number): Promise<CartRow | null> {
  const [cart] = await db
    .select()
    .from(carts)
    .where(
      and(
        eq(carts.id, id),
        visibleCarts(db, membership),
        companyId === undefined ? undefined : eq(carts.buyerCompanyId, companyId),
      ),
    )
    .for('update');
  return cart ?? null;
}

/** The same, raising NOT_FOUND where there is none. */
export async function lockExistingCart(ctx: CartCtx, id: number, companyId?: number): Promise<CartRow> {
  const cart = await lockCart(ctx, id, companyId);
  if (cart === null) throw notFound('Cart');
  return cart;
}

/** Raises NOT_FOUND for a buyer company of another organization. */
export async function assertBuyerCompany({ db, membership }: CartCtx, companyId: number): Promise<void> {
  const found = await db
    .select({ id: buyerCompanies.id })
    .from(buyerCompanies)
    .where(and(eq(buyerCompanies.id, companyId), eq(buyerCompanies.orgId, membership.orgId)));
  if (found.length === 0) throw notFound('Buyer company');
}

/** Removes a cart with its lines and tells the buyer's other tabs. */
export async function removeCart(ctx: CartCtx, cart: Pick<CartRow, 'id' | 'orgId'>): Promise<void> {
  await deleteCart(ctx.db, cart.id);
  await ctx.publish({ topic: 'carts', kind: 'removed', id: cart.id, orgIds: [cart.orgId] });
}

/** Tells the buyer's other tabs that a cart is not what it was. */
export function publishChange(ctx: CartCtx, cart: Pick<CartRow, 'id' | 'orgId'>): Promise<void> {
  return ctx.publish({ topic: 'carts', kind: 'changed', id: cart.id, orgIds: [cart.orgId] });
}

async function deleteCart(db: Db, id: number): Promise<void> {
  await db.delete(carts).where(eq(carts.id, id));
}
