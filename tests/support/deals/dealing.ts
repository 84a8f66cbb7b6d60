import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import type { CallInput } from '../../../domain/contract/endpoint';
import { bids as bidCalls, offers as offerCalls } from '../../../domain/deals/contract';
import { productStock } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../app';
import {
  type BuyerFixture,
  makeBuyer,
  makeMember,
  makeProduct,
  only,
  type ProductFixture,
  type SellerFixture,
} from '../factories';
import { eachWithSeller } from '../seller-app';

// What tests of offers and of bids begin with, as their files read it.
export let app: TestApp;
export let seller: SellerFixture;
export let owner: TestCaller;
export let buyer: BuyerFixture;
export let shopper: TestCaller;
export let product: ProductFixture;

export const db = () => app.database.db;

/** Before each test of a file: a seller with 100 of a product, its owner, and a buyer with theirs. */
export async function eachWithDeal(): Promise<void> {
  await eachWithSeller((now) => ({ app, seller, owner } = now));
  beforeEach(async () => {
    buyer = await makeBuyer(db());
    shopper = await app.as(buyer.owner.user, buyer.org);
    product = await makeProduct(db(), seller, { wholesalePrice: '20.00', quantity: '100' });
  });
}

export const member = async (of: SellerFixture | BuyerFixture, features: FeatureMap, licenseIds: number[] = []) =>
  app.as((await makeMember(db(), of, { features, licenseIds })).user, of.org);
export const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
type Draft = CallInput<typeof offerCalls.create>['body'];
export const draft = (values: Partial<Draft> = {}): Draft => ({
  orgId: seller.org.id,
  companyId: seller.company.id,
  productId: product.id,
  quantity: '60',
  smallestQuantity: '10',
  askingPrice: '18.00',
  endsAt: later(72),
  audience: 'EVERYBODY',
  ...values,
});
export const offer = (values: Partial<Draft> = {}) => owner.expectOk(offerCalls.create, { body: draft(values) });

export type Bidding = { as?: TestCaller; of?: BuyerFixture; quantity?: string; price?: string };
export const bid = (offerUuid: string, { as = shopper, of = buyer, quantity = '20', price }: Bidding = {}) =>
  as.call(bidCalls.place, {
    params: { offerUuid },
    body: { match: price === undefined, licenseId: of.license.id, counterOfferPrice: price ?? null, quantity },
  });
export const bidOk = async (offerUuid: string, bidding: Bidding = {}) => {
  const answer = await bid(offerUuid, bidding);
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return answer.body as Awaited<ReturnType<typeof offer>>;
};
const named = (offerUuid: string, { id }: { id: number }) => ({ offerUuid, bidId: id });
export const counter = (
  caller: TestCaller,
  offerUuid: string,
  one: { id: number; version: number },
  price: string,
  quantity = '20',
) =>
  caller.call(bidCalls.counter, {
    params: named(offerUuid, one),
    body: { version: one.version, counterOfferPrice: price, quantity },
  });
export const acceptBid = (caller: TestCaller, offerUuid: string, one: { id: number; version: number }) =>
  caller.call(bidCalls.accept, { params: named(offerUuid, one), body: { version: one.version } });
export const endBid = (caller: TestCaller, offerUuid: string, one: { id: number; version: number }, note = '') =>
  caller.call(bidCalls.end, { params: named(offerUuid, one), body: { version: one.version, note } });
export const done = async (answer: ReturnType<typeof counter>) => {
  const { ok, body } = await answer;
  if (!ok) throw new Error(JSON.stringify(body));
  return body;
};
export const read = (caller: TestCaller, offerUuid: string) =>
  caller.expectOk(offerCalls.get, { params: { offerUuid } });
export const found = async (caller: TestCaller, orgId: number) =>
  (await caller.expectOk(offerCalls.search, { body: { orgId } })).results.map(({ uuid }) => uuid);
export const stock = async () =>
  only(await db().select().from(productStock).where(eq(productStock.productId, product.id)));
