import { and, eq } from 'drizzle-orm';
import { WAITS } from '../../../domain/carts/approvals/approval';
import type { CheckoutResult } from '../../../domain/carts/cart';
import type { carts as contract } from '../../../domain/carts/contract';
import { badInput, DomainError } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { carts } from '../../db/schema';
import { visibleCarts } from '../../db/visibility';
import type { Verb } from '../../implement';
import { approversOf, askApproval } from '../approvals/request-approval';
import { assertBuyerCompany } from '../find-cart';
import { loadCarts } from '../read-carts';
import { type CartRequest, placeCart, prepareCart } from './prepare-cart';

type CreatedOrder = CheckoutResult['createdOrders'][number];
type AskedCart = CheckoutResult['askedCarts'][number];
type FailedCart = CheckoutResult['failedCarts'][number];

/**
 * Turns each cart into an order in its own transaction, in the given order, or asks to have it approved where the caller
 * needs that. A cart that can't be ordered comes back in its current state with the reason, and doesn't stop the others.
 */
export const checkout: Verb<typeof contract.checkout> = async (ctx, { body }) => {
  if (new Set(body.carts.map(({ cartId }) => cartId)).size < body.carts.length) {
    throw badInput({ carts: 'A cart can be checked out only once' });
  }
  const result: CheckoutResult = { createdOrders: [], askedCarts: [], failedCarts: [] };
  for (const request of body.carts) {
    try {
      const done = await ctx.step(`cart:${request.cartId}`, (step) => checkoutCart(step, body.companyId, request));
      if ('approvalId' in done) result.askedCarts.push(done);
      else result.createdOrders.push(done);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // If a cart was found, so was its buyer company; another organization's looks the same as none.
      await assertBuyerCompany(ctx, body.companyId);
      result.failedCarts.push(await describeFailure(ctx, body.companyId, request, error.reason));
    }
  }
  return result;
};

/** Why a cart can't be ordered, found before anything was written. */
class Refused extends Error {
  constructor(readonly reason: DomainError) {
    super(reason.message);
  }
}

async function checkoutCart(ctx: Ctx, companyId: number, request: CartRequest): Promise<CreatedOrder | AskedCart> {
  const { approvers, ...prepared } = await prepareOwn(ctx, companyId, request).catch((error: unknown) => {
    throw error instanceof DomainError ? new Refused(error) : error;
  });
  return approvers === null ? placeCart(ctx, prepared) : askApproval(ctx, prepared, approvers);
}

/** A cart that doesn't wait for approval, with those to ask for it; null where the caller needs none. */
async function prepareOwn(ctx: Ctx, companyId: number, request: CartRequest) {
  const prepared = await prepareCart(ctx, companyId, request, (cart) => {
    if (cart.wrapper.approval?.status === 'WAITING') throw new DomainError('CONFLICT', WAITS);
  });
  const { needsApproval } = prepared.cart.wrapper;
  const { asksApproval } = request;
  if (asksApproval !== undefined && asksApproval !== (needsApproval !== null)) {
    throw new DomainError(
      'CONFLICT',
      needsApproval === null
        ? 'This order doesn’t need approval anymore. Check it, then place it.'
        : `This order now needs approval: ${needsApproval}. Check it, then ask for approval.`,
    );
  }
  return { ...prepared, approvers: needsApproval === null ? null : await approversOf(ctx, prepared.cart) };
}

async function describeFailure(
  ctx: Ctx,
  companyId: number,
  { cartId }: CartRequest,
  { message }: DomainError,
): Promise<FailedCart> {
  const own = and(eq(carts.id, cartId), eq(carts.buyerCompanyId, companyId), visibleCarts(ctx.db, ctx.membership));
  const [cart] = await loadCarts(ctx, own);
  return { cartId, message, cart: cart?.wrapper ?? null };
}
