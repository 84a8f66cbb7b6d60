import { and, eq, isNull } from 'drizzle-orm';
import type { CheckoutResult } from '../../../domain/carts/cart';
import type { carts as contract } from '../../../domain/carts/contract';
import type { VerbInput } from '../../../domain/contract/endpoint';
import { minimumProblem } from '../../../domain/customers/order-terms';
import { DomainError } from '../../../domain/errors';
import { formatUsd, isEqual } from '../../../domain/money';
import type { Ctx } from '../../context';
import { holdShared } from '../../db/hold';
import { companies, licenses } from '../../db/schema';
import { stockOf } from '../../inventory/stock/lock-stock';
import { type PreparedOrder, placeOrder, prepareOrder } from '../../orders/place-order';
import type { CartHead } from '../cart-basis';
import { lockCart, removeCart } from '../find-cart';
import type { OrderedCart } from '../outcome';
import { findHold, type LoadedCart, loadCart } from '../read-carts';
import { findOrMakeCustomer } from './buyer-customer';

/** A cart to order, as asked. */
export type CartRequest = VerbInput<typeof contract.checkout>['body']['carts'][number];
type CreatedOrder = CheckoutResult['createdOrders'][number];

/** A cart that can be ordered, and its order. */
export type PreparedCart = { cart: LoadedCart; order: PreparedOrder };

const GONE = 'This cart is gone. It may have been ordered or cleared in another window.';

/**
 * Locks the cart and then its stock, so neither changes before the order is placed; writes nothing. `judge` refuses what
 * the caller may not order as it is.
 */
export async function prepareCart(
  ctx: Ctx,
  companyId: number,
  request: CartRequest,
  judge: (cart: LoadedCart) => void,
): Promise<PreparedCart> {
  const head = await lockCart(ctx, request.cartId, companyId);
  if (head === null) throw new DomainError('NOT_FOUND', GONE);
  await holdParties(ctx, head);
  const cart = await loadCart(ctx, head, { locked: true });
  if (cart.lines.length === 0) throw new DomainError('NOT_FOUND', GONE);
  judge(cart);
  assertAsExpected(cart, request);
  const order = prepareOrder(ctx, {
    seller: { orgId: cart.company.orgId, companyId: cart.company.id },
    buyer: { orgId: cart.cart.orgId, companyId: cart.cart.buyerCompanyId, licenseId: cart.cart.buyerLicenseId },
    paymentOption: choosePayment(cart, request),
    lines: cart.lines.map(({ product, price, line: { quantity, notes } }) => ({ product, price, quantity, notes })),
    stock: stockOf(cart.lines.map(({ product }) => product)),
    buyerNotes: cart.cart.orderNotes,
    deliveryPreferences: cart.cart.deliveryPreferences,
  });
  return { cart, order };
}

/** Places a prepared cart's order and removes the cart. */
export async function placeCart(ctx: Ctx, { cart, order }: PreparedCart): Promise<CreatedOrder> {
  const customer = await findOrMakeCustomer(ctx, cart);
  const [placed] = await Promise.all([placeOrder(ctx, order, customer), removeCart(ctx, cart.cart)]);
  const { buyerLicenseId } = cart.cart;
  const became: OrderedCart = { buyerLicenseId, order: placed, sellerName: cart.company.name };
  await ctx.audit({ entity: 'cart', id: cart.cart.id, after: became });
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
