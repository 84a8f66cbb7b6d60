import { and, eq } from 'drizzle-orm';
import { WAITS } from '../../domain/carts/approvals/approval';
import type { CartWrapper } from '../../domain/carts/cart';
import { DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { buyerCompanies, carts } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import { loadRequests } from './approvals/read-approvals';
import { type CartHead, selectHeads } from './cart-basis';
import type { LoadedCart } from './read-carts';

export type CartRow = typeof carts.$inferSelect;
type CartCtx = Pick<Ctx, 'db' | 'membership' | 'publish'>;
type CartName = Pick<CartRow, 'id' | 'orgId' | 'buyerLicenseId'>;

/**
 * A cart the member may change, with seller and buyer, locked until the transaction ends; changes to a cart or its
 * items lock it first. Null if there is none.
 */
export async function lockCart({ db, membership }: CartCtx, id: number, companyId?: number): Promise<CartHead | null> {
  const ofCompany = companyId === undefined ? undefined : eq(carts.buyerCompanyId, companyId);
  const [head] = await selectHeads(db, and(eq(carts.id, id), visibleCarts(db, membership), ofCompany)).for('update', {
    of: carts,
  });
  return head ?? null;
}

/** The same; NOT_FOUND if there is none. */
export async function lockExistingCart(ctx: CartCtx, id: number, companyId?: number): Promise<CartHead> {
  const head = await lockCart(ctx, id, companyId);
  if (head === null) throw notFound('Cart');
  return head;
}

/** The same; CONFLICT while it waits for approval, when nobody changes it. */
export async function lockOpenCart(ctx: CartCtx, id: number, companyId?: number): Promise<CartHead> {
  const head = await lockExistingCart(ctx, id, companyId);
  const [request] = await loadRequests(ctx.db, head.cart.orgId, [head]);
  if (request?.status === 'WAITING') throw new DomainError('CONFLICT', WAITS);
  return head;
}

/** NOT_FOUND for another organization's buyer company. */
export async function assertBuyerCompany({ db, membership }: CartCtx, companyId: number): Promise<void> {
  const found = await db
    .select({ id: buyerCompanies.id })
    .from(buyerCompanies)
    .where(and(eq(buyerCompanies.id, companyId), eq(buyerCompanies.orgId, membership.orgId)));
  if (found.length === 0) throw notFound('Buyer company');
}

/** Deletes a cart with its lines and publishes it. */
export async function removeCart(ctx: CartCtx, cart: CartName): Promise<void> {
  await ctx.db.delete(carts).where(and(eq(carts.orgId, cart.orgId), eq(carts.id, cart.id)));
  await publishCart(ctx, 'removed', cart);
}

/** Publishes a cart's change. */
export function publishChange(ctx: CartCtx, cart: CartName): Promise<void> {
  return publishCart(ctx, 'changed', cart);
}

/**
 * Finishes a change of a cart's lines: returns the current cart, or null if its last line was removed, which deletes
 * it.
 */
export async function finishChange(ctx: CartCtx, cart: LoadedCart): Promise<CartWrapper | null> {
  const isEmpty = cart.lines.length === 0;
  await (isEmpty ? removeCart(ctx, cart.cart) : publishChange(ctx, cart.cart));
  return isEmpty ? null : cart.wrapper;
}

function publishCart({ publish }: CartCtx, kind: 'changed' | 'removed', cart: CartName): Promise<void> {
  return publish({ topic: 'carts', kind, id: cart.id, orgIds: [cart.orgId], buyerLicenseId: cart.buyerLicenseId });
}
