import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { offers as contract } from '../../domain/deals/contract';
import { type Audience, type OfferChange, offeredQuantityProblem, whyNotBid } from '../../domain/deals/deal';
import { assertCurrent, badInput, DomainError, type FieldErrors, notFound } from '../../domain/errors';
import { add, compare } from '../../domain/money';
import { loadProductRows, type ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { isOneOf } from '../db/page';
import { returnedRow } from '../db/rows';
import { customers, dealBids, offerCustomers, offerLots, offers, packages, productItems, products } from '../db/schema';
import { sellableProducts, visibleCustomers, visiblePackages } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { endOpenBids } from './end-bids';
import { describeOffer, lockOwnOffer, type OfferRecord, stateOf } from './find-offer';
import { publishDeal } from './publish-deal';

type Terms = Omit<z.output<typeof OfferChange>, 'version'>;

/** A product one may offer: of the organization's, in a company and of a brand one sees. NOT_FOUND. */
export async function findOfferable(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  productId: number,
): Promise<ProductRow> {
  const [product] = await loadProductRows(
    db,
    membership.orgId,
    and(eq(products.id, productId), sellableProducts(membership)),
  );
  if (product === undefined) throw notFound('Product');
  return product;
}

/** Lots one may offer of a product: active packages of its mapped items, in no other open offer. */
export async function freeLots(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  productId: number,
  besides?: number,
): Promise<{ packageId: number; label: string; quantity: string }[]> {
  const { orgId } = membership;
  const taken = sql`exists (select from offer_lots lot join offers other on other.org_id = lot.org_id and other.id = lot.offer_id
    where lot.org_id = ${orgId} and lot.package_id = ${packages.id} and other.status = 'OPEN' and other.ends_at > now()
      and other.id <> ${besides ?? 0})`;
  return db
    .select({
      packageId: packages.id,
      label: packages.label,
      quantity: sql<string>`${packages.quantity}::text || ' ' || ${packages.unitOfMeasure}`,
    })
    .from(packages)
    .innerJoin(productItems, and(eq(productItems.orgId, orgId), eq(productItems.itemId, packages.itemId)))
    .where(
      and(
        eq(packages.orgId, orgId),
        or(visiblePackages(membership), besides === undefined ? undefined : isOwnLot(orgId, besides)),
        eq(productItems.productId, productId),
        eq(packages.status, 'ACTIVE'),
        sql`${packages.quantity} > 0`,
        sql`not ${taken}`,
      ),
    )
    .orderBy(packages.label);
}

/** Whether a package is one of an offer's lots. */
const isOwnLot = (orgId: number, offerId: number) => sql`exists (select from offer_lots own
  where own.org_id = ${orgId} and own.offer_id = ${offerId} and own.package_id = ${packages.id})`;

/** The lots among those given; BAD_INPUT for others. */
async function chooseLots(ctx: Ctx, productId: number, packageIds: readonly number[], besides?: number) {
  if (packageIds.length === 0) return [];
  const free = new Map((await freeLots(ctx, productId, besides)).map((lot) => [lot.packageId, lot]));
  const lots = [...new Set(packageIds)].map((id) => free.get(id));
  if (lots.some((lot) => lot === undefined)) {
    throw badInput({ packageIds: 'Choose active packages of this product that aren’t in another open offer' });
  }
  return lots.flatMap((lot) => lot ?? []);
}

/** The customers an offer is for; BAD_INPUT for those without a license, and others’. */
async function chooseCustomers({ db, membership }: Ctx, companyId: number, audience: Audience, ids: readonly number[]) {
  if (audience !== 'CUSTOMERS') return [];
  const wanted = [...new Set(ids)];
  const found = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        visibleCustomers(membership),
        eq(customers.companyId, companyId),
        isOneOf(customers.id, wanted),
        isNotNull(customers.licenseId),
      ),
    );
  if (found.length < wanted.length) {
    throw badInput({ customerIds: 'Choose customers of this company whose license is on Verdant' });
  }
  return wanted;
}

function checkTerms(ctx: Ctx, terms: Terms, product: ProductRow): void {
  const fields: FieldErrors = {};
  const quantityProduct = { ...product.rules, listingState: 'AVAILABLE' as const };
  for (const field of ['quantity', 'smallestQuantity'] as const) {
    const problem = offeredQuantityProblem(quantityProduct, terms[field], { smallest: '0', left: null });
    if (problem !== null) fields[field] = problem;
  }
  if (new Date(terms.endsAt).getTime() <= ctx.now.getTime()) fields.endsAt = 'Choose a time that is still to come';
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

/** Offers a product. NOT_FOUND for a company or product one doesn't see, BAD_INPUT. */
export const createOffer: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, person, now } = ctx;
  const { orgId } = membership;
  const company = await findSeenCompany(ctx, body.companyId);
  const product = await findOfferable(ctx, body.productId);
  if (product.companyId !== company.id) throw notFound('Product');
  if (product.isParent || product.listingState === 'ARCHIVED') {
    throw badInput({ productId: 'Choose a product that is sold' });
  }
  checkTerms(ctx, body, product);
  // Two offers don't take the same lot at once.
  await holdAlone(db, { kind: 'offers of product', id: product.id });
  const lots = await chooseLots(ctx, product.id, body.packageIds);
  const chosen = await chooseCustomers(ctx, company.id, body.audience, body.customerIds);
  const made = returnedRow(
    await db
      .insert(offers)
      .values({
        orgId,
        companyId: company.id,
        productId: product.id,
        productName: product.name,
        brandName: product.brand.name,
        unitOfMeasure: product.sellInUnitOfMeasure,
        soldInBulk: product.sellInBulk,
        unitMultiplier: product.unitMultiplier,
        ...columnsOf(body),
        createdByUserId: person.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  );
  await writeParts(ctx, made, lots, chosen);
  await ctx.audit({ id: made.uuid, before: null, after: logOf(made) });
  await publishDeal(ctx, made, { toBuyers: true });
  return describeOffer(ctx, made.uuid);
};

const columnsOf = ({ quantity, smallestQuantity, askingPrice, endsAt, audience, note }: Terms) => ({
  quantity,
  smallestQuantity,
  askingPrice,
  endsAt: new Date(endsAt),
  audience,
  note,
});

async function writeParts(
  { db }: Ctx,
  { orgId, id: offerId }: OfferRecord,
  lots: readonly { packageId: number; label: string }[],
  customerIds: readonly number[],
): Promise<void> {
  if (lots.length > 0) {
    await db.insert(offerLots).values(lots.map(({ packageId, label }) => ({ orgId, offerId, packageId, label })));
  }
  if (customerIds.length > 0) {
    await db.insert(offerCustomers).values(customerIds.map((customerId) => ({ orgId, offerId, customerId })));
  }
}

const notOpen = (offer: OfferRecord, { now }: Ctx) =>
  new DomainError('CONFLICT', whyNotBid(stateOf(offer), now) ?? 'This offer isn’t open.');

const logOf = ({
  productName,
  quantity,
  smallestQuantity,
  askingPrice,
  audience,
  endsAt,
  status,
  note,
}: OfferRecord) => ({
  productName,
  quantity,
  smallestQuantity,
  askingPrice,
  audience,
  endsAt: endsAt.toISOString(),
  status,
  note,
});

/** Changes an open offer; bids under way keep their terms, but none can be answered after its end. NOT_FOUND, STALE, CONFLICT when it isn't open, BAD_INPUT. */
export const updateOffer: Verb<typeof contract.update> = async (ctx, { params: { offerUuid }, body }) => {
  const { db, now } = ctx;
  const before = await lockOwnOffer(ctx, offerUuid);
  assertCurrent('This offer', before, body.version);
  // One that has only run out of time can be prolonged until a job ends it.
  if (before.status !== 'OPEN') throw notOpen(before, ctx);
  const product = await findOfferable(ctx, before.productId);
  checkTerms(ctx, body, product);
  const promised = add(before.taken, before.held);
  if (compare(body.quantity, promised) < 0) {
    throw badInput({ quantity: `${promised} are sold or held for bids. Enter at least that many` });
  }
  await holdAlone(db, { kind: 'offers of product', id: product.id });
  const lots = await chooseLots(ctx, product.id, body.packageIds, before.id);
  const chosen = await chooseCustomers(ctx, before.companyId, body.audience, body.customerIds);
  const own = and(eq(offers.orgId, before.orgId), eq(offers.id, before.id));
  const [after] = await db
    .update(offers)
    .set({
      ...columnsOf(body),
      status: compare(before.taken, body.quantity) >= 0 ? 'FILLED' : 'OPEN',
      updatedAt: now,
      version: before.version + 1,
    })
    .where(own)
    .returning();
  if (after === undefined) throw notFound('Offer');
  // Nobody answers a bid after its offer has ended.
  await db
    .update(dealBids)
    .set({ answerBy: sql`least(${dealBids.answerBy}, ${after.endsAt.toISOString()}::timestamptz)` })
    .where(and(eq(dealBids.orgId, after.orgId), eq(dealBids.offerId, after.id), eq(dealBids.status, 'OPEN')));
  if (after.status === 'FILLED') await endOpenBids(ctx, after, 'DECLINED', 'The offer is sold out.');
  await db.delete(offerLots).where(and(eq(offerLots.orgId, after.orgId), eq(offerLots.offerId, after.id)));
  await db
    .delete(offerCustomers)
    .where(and(eq(offerCustomers.orgId, after.orgId), eq(offerCustomers.offerId, after.id)));
  await writeParts(ctx, after, lots, chosen);
  await ctx.audit({ id: after.uuid, before: logOf(before), after: logOf(after) });
  await publishDeal(ctx, after, { toBuyers: true });
  return describeOffer(ctx, offerUuid);
};

/** Closes an offer and declines its open bids. NOT_FOUND, STALE, CONFLICT when it isn't open. */
export const closeOffer: Verb<typeof contract.close> = async (ctx, { params: { offerUuid }, body }) => {
  const { db, now } = ctx;
  const before = await lockOwnOffer(ctx, offerUuid);
  assertCurrent('This offer', before, body.version);
  if (before.status !== 'OPEN') throw notOpen(before, ctx);
  await endOpenBids(ctx, before, 'DECLINED', 'The seller closed the offer.');
  await db
    .update(offers)
    .set({ status: 'CLOSED', held: '0', updatedAt: now, version: before.version + 1 })
    .where(and(eq(offers.orgId, before.orgId), eq(offers.id, before.id)));
  await ctx.audit({ id: before.uuid, before: { status: before.status }, after: { status: 'CLOSED' } });
  await publishDeal(ctx, before, { toBuyers: true });
  return describeOffer(ctx, offerUuid);
};

/** The lots a seller can choose for an offer of a product. NOT_FOUND. */
export const listLots: Verb<typeof contract.lots> = async (ctx, { query: { productId } }) => {
  const product = await findOfferable(ctx, productId);
  await findSeenCompany(ctx, product.companyId);
  return freeLots(ctx, productId);
};
