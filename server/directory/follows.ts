import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { isShown } from '../../domain/carts/line-error';
import { isGone } from '../../domain/carts/substitutes';
import { isOutOfStock } from '../../domain/catalogue/units/quantity';
import { beginFollow, type FollowMail, MOST_FOLLOWED, notice, type Watched } from '../../domain/directory/follow';
import type { follows as contract, FollowedProduct } from '../../domain/directory/follow-contract';
import { DomainError, notFound } from '../../domain/errors';
import type { LinePrice } from '../../domain/pricing/price';
import { assertBuyerLicense } from '../carts/fill/fill-cart';
import { loadProductRows, type ProductRow, toMenuProduct } from '../catalogue/menu-products';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, buyerLicenses, companies, licenses, marketPeople, productFollows, products } from '../db/schema';
import { visibleBuyerLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { findBuyerCustomers } from '../pricing/find-buyer-customers';
import { priceProducts } from '../pricing/read-prices';
import { findListed } from './menu';

export type FollowRow = typeof productFollows.$inferSelect;
type Asked = Pick<FollowRow, 'sellerOrgId' | 'productId' | 'buyerLicenseId'>;

/** A product as a license’s menu shows it; without a row it isn’t on it. */
export type Seen = { watched: Watched; shown: { row: ProductRow; price: LinePrice } | null };
const UNSEEN: Seen = { watched: { price: null, inStock: false }, shown: null };

const own = ({ orgId, orgUserId }: Membership) =>
  and(eq(productFollows.orgId, orgId), eq(productFollows.orgUserId, orgUserId));

/** How products are for the licenses they are followed for, at the prices of menus and carts. */
export async function watch(db: Db, asked: readonly Asked[]): Promise<(one: Asked) => Seen> {
  const licensesOf = await readLicenses(db, asked);
  const seen = new Map<string, Seen>();
  const keyOf = ({ productId, buyerLicenseId }: Asked) => `${productId} ${buyerLicenseId}`;
  const bySeller = Map.groupBy(asked, ({ sellerOrgId }) => sellerOrgId);
  for (const [orgId, ofSeller] of bySeller) {
    const rows = await loadProductRows(
      db,
      orgId,
      isOneOf(products.id, [...new Set(ofSeller.map((one) => one.productId))]),
    );
    const states = await readStates(db, rows);
    for (const [buyerLicenseId, ofLicense] of Map.groupBy(ofSeller, (one) => one.buyerLicenseId)) {
      const license = licensesOf.get(buyerLicenseId);
      if (license === undefined) continue;
      const wanted = new Set(ofLicense.map(({ productId }) => productId));
      const own = rows.filter(
        (row) => wanted.has(row.id) && isShown(row) && states.get(row.companyId) === license.usState,
      );
      const customerOf = await findBuyerCustomers(db, { orgId, licenseId: license.licenseId });
      const prices = await priceProducts(
        db,
        orgId,
        own,
        ({ companyId }) => customerOf(companyId, license.licenseId)?.id ?? null,
      );
      for (const row of own) {
        const price = prices.get(row.id);
        if (price === undefined) continue;
        const watched = { price: price.unitPrice, inStock: isAvailable(row) };
        seen.set(keyOf({ sellerOrgId: orgId, productId: row.id, buyerLicenseId }), { watched, shown: { row, price } });
      }
    }
  }
  return (one) => seen.get(keyOf(one)) ?? UNSEEN;
}

/** Whether a shown product can be ordered now. */
const isAvailable = ({ rules }: ProductRow): boolean => !isGone({ ...rules, inStock: !isOutOfStock(rules) });

async function readLicenses(db: Db, asked: readonly Asked[]) {
  const rows = await db
    .select({ id: buyerLicenses.id, licenseId: licenses.id, usState: licenses.usState })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(
      and(isOneOf(buyerLicenses.id, [...new Set(asked.map((one) => one.buyerLicenseId))]), isNull(licenses.removedAt)),
    );
  return new Map(rows.map(({ id, ...license }) => [id, license]));
}

async function readStates(db: Db, rows: readonly ProductRow[]): Promise<Map<number, string>> {
  const found = await db
    .select({ id: companies.id, usState: companies.usState })
    .from(companies)
    .where(
      and(isOneOf(companies.id, [...new Set(rows.map(({ companyId }) => companyId))]), isNull(companies.removedAt)),
    );
  return new Map(found.map(({ id, usState }) => [id, usState]));
}

/** What the caller follows for licenses they may buy for. */
export const listFollows: Verb<typeof contract.list> = async ({ db, membership, now }) => {
  const rows = await db
    .select({
      follow: productFollows,
      brand: { id: brands.id, name: brands.name, slug: brands.slug },
      license: { dba: licenses.dba, name: licenses.name },
    })
    .from(productFollows)
    .innerJoin(brands, eq(brands.id, productFollows.brandId))
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, productFollows.buyerLicenseId))
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(and(own(membership), visibleBuyerLicenses(membership)))
    .orderBy(sql`lower(${productFollows.productName})`, asc(productFollows.id));
  const person = await readPerson(db, membership);
  const seenOf = await watch(
    db,
    rows.map(({ follow }) => follow),
  );
  const results = rows.map(({ follow, brand, license }): FollowedProduct => {
    const { watched, shown } = seenOf(follow);
    const { price, inStock, beforePrice, priceChangedAt, stockChangedAt } = notice(follow, watched, now);
    return {
      id: follow.id,
      productId: follow.productId,
      productName: shown?.row.name ?? follow.productName,
      brand,
      buyerLicense: { id: follow.buyerLicenseId, name: license.dba || license.name },
      product: shown && toMenuProduct(shown.row, shown.price),
      price,
      before:
        beforePrice === null || priceChangedAt === null
          ? null
          : { price: beforePrice, until: priceChangedAt.toISOString() },
      inStock,
      stockSince: stockChangedAt?.toISOString() ?? null,
      isNews: isNews(follow, person.followsSeenAt),
    };
  });
  return { mail: person.followMail, results: results.sort((a, b) => Number(b.isNews) - Number(a.isNews)) };
};

const isNews = ({ toldAt }: FollowRow, seenAt: Date | null) => toldAt !== null && (seenAt === null || toldAt > seenAt);

async function readPerson(db: Db, { orgId, orgUserId }: Membership) {
  const [found] = await db
    .select({ followMail: marketPeople.followMail, followsSeenAt: marketPeople.followsSeenAt })
    .from(marketPeople)
    .where(and(eq(marketPeople.orgId, orgId), eq(marketPeople.orgUserId, orgUserId)));
  return { followMail: (found?.followMail ?? 'AT_ONCE') as FollowMail, followsSeenAt: found?.followsSeenAt ?? null };
}

/** How many products the caller follows, and of how many they were told since they last looked. */
export async function countFollows(db: Db, membership: Membership): Promise<{ count: number; news: number }> {
  const { followsSeenAt } = await readPerson(db, membership);
  const isNew = followsSeenAt === null ? sql`true` : sql`${productFollows.toldAt} > ${followsSeenAt}`;
  const [found] = await db
    .select({
      count: count(),
      news: sql<number>`count(*) filter (where ${productFollows.toldAt} is not null and ${isNew})`.mapWith(Number),
    })
    .from(productFollows)
    .where(own(membership));
  return found ?? { count: 0, news: 0 };
}

/** Whether the caller follows a product. NOT_FOUND off the menus, and for a license that isn’t theirs. */
export const findFollow: Verb<typeof contract.of> = async (ctx, { params, query }) => {
  const { db, membership } = ctx;
  await assertBuyerLicense(ctx, query.buyerLicenseId);
  if ((await findListed(db, params.id, params.productId)) === undefined) throw notFound('Product');
  const [found] = await db
    .select({ id: productFollows.id })
    .from(productFollows)
    .where(
      and(
        own(membership),
        eq(productFollows.productId, params.productId),
        eq(productFollows.brandId, params.id),
        eq(productFollows.buyerLicenseId, query.buyerLicenseId),
      ),
    );
  return { id: found?.id ?? null };
};

/** Follows a product. NOT_FOUND for what isn’t on the license’s menu, or a license that isn’t the caller’s; CONFLICT for too many. */
export const followProduct: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, now } = ctx;
  const { orgId, orgUserId } = membership;
  const { brandId, productId, buyerLicenseId } = body;
  await assertBuyerLicense(ctx, buyerLicenseId);
  const sellerOrgId = await findListed(db, brandId, productId);
  if (sellerOrgId === undefined) throw notFound('Product');
  const { watched, shown } = (await watch(db, [{ sellerOrgId, productId, buyerLicenseId }]))({
    sellerOrgId,
    productId,
    buyerLicenseId,
  });
  if (watched.price === null || shown === null) throw notFound('Product');
  const { count: many } = await countFollows(db, membership);
  if (many >= MOST_FOLLOWED)
    throw new DomainError('CONFLICT', `You can follow up to ${MOST_FOLLOWED} products. Stop following some first.`);
  await db
    .insert(productFollows)
    .values({
      ...beginFollow(watched.price, watched.inStock),
      orgId,
      orgUserId,
      buyerLicenseId,
      sellerOrgId,
      brandId,
      productId,
      productName: shown.row.name,
      createdAt: now,
    })
    .onConflictDoNothing();
  const { id } = await findFollow(ctx, { params: { id: brandId, productId }, query: { buyerLicenseId } });
  if (id === null) throw new DomainError('CONFLICT', 'You stopped following this product just now. Try again.');
  return { id };
};

/** Stops following a product. NOT_FOUND for another person’s. */
export const unfollowProduct: Verb<typeof contract.remove> = async ({ db, membership }, { params }) => {
  const gone = await db
    .delete(productFollows)
    .where(and(own(membership), eq(productFollows.id, params.id)))
    .returning({ id: productFollows.id });
  if (gone.length === 0) throw notFound('Follow');
  return { ok: true };
};

export const showFollows: Verb<typeof contract.seen> = async ({ db, membership, now }) => {
  await savePerson(db, membership, { followsSeenAt: now });
  return { ok: true };
};

export const chooseFollowMail: Verb<typeof contract.mail> = async ({ db, membership }, { body }) => {
  await savePerson(db, membership, { followMail: body.mail });
  return { ok: true };
};

/** Saves what the marketplace keeps for one person. */
export async function savePerson(
  db: Db,
  { orgId, orgUserId }: Pick<Membership, 'orgId' | 'orgUserId'>,
  values: Partial<Omit<typeof marketPeople.$inferInsert, 'orgId' | 'orgUserId'>>,
): Promise<void> {
  await db
    .insert(marketPeople)
    .values({ orgId, orgUserId, ...values })
    .onConflictDoUpdate({ target: [marketPeople.orgId, marketPeople.orgUserId], set: values });
}
