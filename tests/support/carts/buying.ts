import type { CartWrapper, CheckoutResult } from '../../../domain/carts/cart';
import { carts } from '../../../domain/carts/contract';
import type { CallOptions, TestApp, TestCaller } from '../app';
import { type BuyerFixture, makeBuyer, makeProduct, makeSeller, type SellerFixture } from '../factories';

type Wanted = { product: { id: number }; quantity: string; notes?: string };

/** A seller with one product, and a buyer for it. */
export async function startWithProduct(app: TestApp, values: Parameters<typeof makeProduct>[2] = {}) {
  const { db } = app.database;
  const [seller, buyer] = [await makeSeller(db), await makeBuyer(db)];
  const product = await makeProduct(db, seller, values);
  return { seller, buyer, product, shopper: await startShopping(app, buyer) };
}

/** A buyer's calls to the API. */
export interface Shopper {
  caller: TestCaller;
  buyer: BuyerFixture;
  /** Sets cart items for a seller, including refused ones. */
  add(seller: SellerFixture, items: Wanted[]): ReturnType<typeof addItems>;
  /** The same for items that must be accepted; returns their cart. */
  fill(seller: SellerFixture, items: Wanted[]): Promise<CartWrapper>;
  list(): Promise<CartWrapper[]>;
  /** Orders each cart with its first payment option, at its current total unless another is given. */
  checkout(wrappers: CartWrapper[], options?: CallOptions & { expectedTotal?: string }): Promise<CheckoutResult>;
}

export async function startShopping(app: TestApp, buyer: BuyerFixture, user = buyer.owner.user): Promise<Shopper> {
  const caller = await app.as(user, buyer.org);
  const own = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
  return {
    caller,
    buyer,
    add: (seller, items) => addItems(caller, buyer, seller, items),
    async fill(seller, items) {
      const { cart, results } = await addItems(caller, buyer, seller, items);
      const refusals = results.flatMap(({ message }) => message ?? []);
      if (cart === null || refusals.length > 0) throw new Error(`Not in the cart: ${refusals.join(', ')}`);
      return cart;
    },
    list: () => caller.expectOk(carts.list, { query: own }),
    checkout: (wrappers, { expectedTotal, ...options } = {}) =>
      caller.expectOk(carts.checkout, { body: checkoutBody(buyer, wrappers, expectedTotal) }, options),
  };
}

export function checkoutBody(buyer: BuyerFixture, wrappers: CartWrapper[], expectedTotal?: string) {
  return {
    orgId: buyer.org.id,
    companyId: buyer.buyerCompany.id,
    carts: wrappers.map(({ cart, availablePaymentOptions }) => ({
      cartId: cart.id,
      companyPaymentOptionId: availablePaymentOptions[0]?.id ?? 0,
      expectedTotal: expectedTotal ?? cart.total,
    })),
  };
}

function addItems(caller: TestCaller, buyer: BuyerFixture, seller: SellerFixture, items: Wanted[]) {
  return caller.expectOk(carts.create, {
    body: {
      orgId: buyer.org.id,
      companyId: buyer.buyerCompany.id,
      buyerLicenseId: buyer.buyerLicense.id,
      sellerCompanyId: seller.company.id,
      cartItems: items.map(({ product, ...item }) => ({ productId: product.id, ...item })),
    },
  });
}
