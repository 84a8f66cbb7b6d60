import { and, eq, isNull } from 'drizzle-orm';
import type { CheckoutResult } from '../../domain/carts/cart';
import type { carts as contract } from '../../domain/carts/contract';
import type { VerbInput } from '../../domain/contract/endpoint';
import { minimumProblem } from '../../domain/customers/order-terms';
import { badInput, DomainError } from '../../domain/errors';
import { formatUsd, isEqual } from '../../domain/money';
import type { Ctx } from '../context';
import { holdShared } from '../db/hold';
import { carts, companies, licenses } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import type { Verb } from '../implement';
import { stockOf } from '../inventory/stock';
import { type PreparedOrder, placeOrder, prepareOrder } from '../orders/place-order';
import { findOrMakeCustomer } from './buyer-customer';
import { type CartHead, loadBasis, loadItems } from './cart-basis';
import { assertBuyerCompany, lockCart, removeCart } from './find-cart';
import { findHold, type LoadedCart, loadCarts, toLoadedCart } from './load-carts';

type CartRequest = VerbInput<typeof contract.checkout>['body']['carts'][number];
type CreatedOrder = CheckoutResult['createdOrders'][number];
type FailedCart = CheckoutResult['failedCarts'][number];

const GONE = 'This cart is gone. It may have been ordered or cleared in another window.';

/**
 * Turns each cart into an order in its own transaction, in the given order. A cart that can't be ordered comes back in
 * its current state with the reason, and doesn't stop the others.
 */
export const checkout: Verb<typeof contract.checkout> = async (ctx, { body }) => {
  if (new Set(body.carts.map(({ cartId }) => cartId)).size < body.carts.length) {
    throw badInput({ carts: 'A cart can be checked out only once' });
  }
  const result: CheckoutResult = { createdOrders: [], failedCarts: [] };
  for (const request of body.carts) {
    try {
      const order = await ctx.step(`cart:${request.cartId}`, (step) => checkoutCart(step, body.companyId, request));
      result.createdOrders.push(order);
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

async function checkoutCart(ctx: Ctx, companyId: number, request: CartRequest): Promise<CreatedOrder> {
  const { cart, order } = await prepareCart(ctx, companyId, request).catch((error: unknown) => {
    throw error instanceof DomainError ? new Refused(error) : error;
  });
  const customer = await findOrMakeCustomer(ctx, cart);
  const [placed] = await Promise.all([placeOrder(ctx, order, customer), removeCart(ctx, cart.cart)]);
  return { ...placed, cartId: cart.cart.id, sellerCompany: cart.wrapper.sellerCompany };
}

/** Keeps a cart's seller company and buyer license from being removed before the order is placed. CONFLICT if one was. */
async function holdParties({ db }: Ctx, { company, license }: CartHead): Promise<void> {
  const [, found] = await Promise.all([
    holdShared(db, [
      { kind: 'company', id: company.id },
      { kind: 'license', id: license.id },
    ]),
    db
      .select({ id: companies.id })
      .from(companies)
      .innerJoin(licenses, eq(licenses.id, license.id))
      .where(and(eq(companies.id, company.id), isNull(companies.removedAt), isNull(licenses.removedAt))),
  ]);
  if (found.length === 0) throw new DomainError('CONFLICT', `${company.name} can’t take this order anymore.`);
}

/** Locks the cart and then its stock, so neither changes before the order is placed; writes nothing. */
async function prepareCart(
  ctx: Ctx,
  companyId: number,
  request: CartRequest,
): Promise<{ cart: LoadedCart; order: PreparedOrder }> {
  const head = await lockCart(ctx, request.cartId, companyId);
  if (head === null) throw new DomainError('NOT_FOUND', GONE);
  await holdParties(ctx, head);
  const items = await loadItems(ctx.db, [head]);
  const basis = await loadBasis(ctx, [head], items, { locked: true });
  const cart = toLoadedCart(head, items, basis);
  if (cart.lines.length === 0) throw new DomainError('NOT_FOUND', GONE);
  assertAsExpected(cart, request);
  const order = prepareOrder(ctx, {
    seller: { orgId: cart.company.orgId, companyId: cart.company.id },
    buyer: { orgId: cart.cart.orgId, companyId: cart.cart.buyerCompanyId, licenseId: cart.cart.buyerLicenseId },
    paymentOption: choosePayment(cart, request),
    lines: cart.lines.map(({ product, price, line: { quantity, notes } }) => ({ product, price, quantity, notes })),
    stock: stockOf(basis.products.values()),
    buyerNotes: cart.cart.orderNotes,
    deliveryPreferences: cart.cart.deliveryPreferences,
  });
  return { cart, order };
}

function assertAsExpected(loaded: LoadedCart, { expectedTotal }: CartRequest): void {
  const hold = findHold(loaded);
  if (hold !== null) throw new DomainError('CONFLICT', hold);
  const { cart } = loaded.wrapper;
  const [first, ...others] = cart.lineItems.filter(({ errorMessage }) => errorMessage !== null);
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new DomainError('CONFLICT', `${first.productName}: ${first.errorMessage}${more}`);
  }
  const minimum = minimumProblem(loaded.wrapper.minimumUsd, cart.total, loaded.company.name);
  if (minimum !== null) throw new DomainError('CONFLICT', minimum);
  if (!isEqual(cart.total, expectedTotal)) {
    throw new DomainError(
      'CONFLICT',
      `The total is now ${formatUsd(cart.total)}, not ${formatUsd(expectedTotal)}. Check the order, then place it again.`,
    );
  }
}

function choosePayment({ wrapper }: LoadedCart, { companyPaymentOptionId }: CartRequest) {
  const chosen = wrapper.availablePaymentOptions.find(({ id }) => id === companyPaymentOptionId);
  if (!chosen) throw new DomainError('CONFLICT', 'This payment option is no longer available. Choose another one.');
  return chosen;
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
