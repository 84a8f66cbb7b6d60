import { randomUUID } from 'node:crypto';
import type { CartWrapper, CheckoutResult } from '../domain/carts/cart';
import { carts } from '../domain/carts/contract';
import type { BuyerFixture, SellerFixture } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import type { FreshServer } from './fresh-server';
import type { Ask } from './order-statements';

/** Orders one token may place here: two writes each, well below the writes a minute anybody is allowed. */
const ORDERS_A_TOKEN = 200;

/** Places one order for a buyer through the API: an item in the cart, then the checkout, each with a key of its own. */
export function orderer(
  { url, database, config }: FreshServer,
  { company: sellerCompany }: Pick<SellerFixture, 'company'>,
  buyers: BuyerFixture[],
  products: readonly number[],
) {
  const tokens = new Map<number, { token: string; left: number }>();
  const tokenOf = async (client: number, subject: string) => {
    const held = tokens.get(client);
    if (held && held.left > 0) {
      held.left -= 1;
      return held.token;
    }
    const token = await mintToken(database.db, config, subject);
    tokens.set(client, { token, left: ORDERS_A_TOKEN - 1 });
    return token;
  };
  return async (client: number, ask: Ask = (to, init) => fetch(to, { method: 'POST', ...init })): Promise<void> => {
    const buyer = buyers[client] as BuyerFixture;
    const token = await tokenOf(client, buyer.owner.user.subject);
    const own = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    const post = async <Reply>(path: string, body: object): Promise<Reply> => {
      const response = await ask(`${url}/api${path}`, {
        headers: {
          authorization: `Bearer ${token}`,
          'org-id': String(own.orgId),
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ ...own, ...body }),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Reply;
    };
    const { cart: wrapper } = await post<{ cart: CartWrapper | null }>(carts.create.path, {
      buyerLicenseId: buyer.buyerLicense.id,
      sellerCompanyId: sellerCompany.id,
      cartItems: [{ productId: products[client], quantity: '1' }],
    });
    if (!wrapper) throw new Error('The item was refused');
    const { cart, availablePaymentOptions } = wrapper;
    const { createdOrders } = await post<CheckoutResult>(carts.checkout.path, {
      carts: [{ cartId: cart.id, companyPaymentOptionId: availablePaymentOptions[0]?.id, expectedTotal: cart.total }],
    });
    if (createdOrders.length !== 1) throw new Error('The order was not placed');
  };
}
