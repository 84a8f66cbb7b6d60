import { and, desc, eq, inArray, max, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import {
  type marketHome as contract,
  type FreshItem,
  type HomeItem,
  MOST_ON_HOME,
  type marketSettings as settings,
} from '../../domain/directory/home-contract';
import { continueVisit, type Visit } from '../../domain/directory/visit';
import { notFound } from '../../domain/errors';
import { picturedProduct } from '../catalogue/pictured-product';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, marketOpens, marketPeople, orderLineItems, orders, products } from '../db/schema';
import { seesAgreedPrices, visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { countFollows, savePerson } from './follows';
import { readFeatured } from './list-featured';
import { findListed } from './menu';

/** Orders that tell what was bought before. */
const LATEST_ORDERS = 200;
/** What a person opened that is kept, so that there is enough to show once some of it is no longer sold. */
const MOST_OPENS = 40;

const ofPerson = ({ orgId, orgUserId }: Membership) =>
  and(eq(marketPeople.orgId, orgId), eq(marketPeople.orgUserId, orgUserId));

/** Whoever may read the menu sees their own visits, orders and what they opened; nobody else's. */
export const getHome: Verb<typeof contract.get> = async (ctx, { query }) => {
  const { db, membership, now } = ctx;
  const { previousAt: since } = continueVisit(await readVisit(db, membership), now);
  const [fresh, bought, recent, following, featured] = await Promise.all([
    since === null ? [] : readFresh(db, membership, since, query.usStateAbbv),
    readBoughtBrands(db, membership),
    readOpened(db, membership),
    seesAgreedPrices(membership) ? countFollows(db, membership) : { count: 0, news: 0 },
    readFeatured(ctx, query.usStateAbbv),
  ]);
  return { since: since?.toISOString() ?? null, fresh, bought, recent, following, featured };
};

async function readVisit(db: Db, membership: Membership): Promise<Visit> {
  const [found] = await db
    .select({ seenAt: marketPeople.seenAt, previousAt: marketPeople.previousAt })
    .from(marketPeople)
    .where(ofPerson(membership));
  return found ?? { seenAt: null, previousAt: null };
}

export const getSettings: Verb<typeof settings.get> = async ({ db, membership }) => {
  const [found] = await db
    .select({ showsUnits: marketPeople.showsUnits })
    .from(marketPeople)
    .where(ofPerson(membership));
  return { showsUnits: found?.showsUnits ?? false };
};

export const saveSettings: Verb<typeof settings.save> = async ({ db, membership }, { body }) => {
  await savePerson(db, membership, body);
  return { ok: true };
};

/** Says that the caller is there. */
export const noteVisit: Verb<typeof contract.visit> = async (ctx) => {
  await saveVisit(ctx);
  return { ok: true };
};

async function saveVisit({ db, membership, now }: Pick<Ctx, 'db' | 'membership' | 'now'>): Promise<void> {
  const { orgId, orgUserId } = membership;
  await db.insert(marketPeople).values({ orgId, orgUserId }).onConflictDoNothing();
  const [before] = await db
    .select({ seenAt: marketPeople.seenAt, previousAt: marketPeople.previousAt })
    .from(marketPeople)
    .where(ofPerson(membership))
    .for('no key update');
  if (before) await db.update(marketPeople).set(continueVisit(before, now)).where(ofPerson(membership));
}

/** Remembers an opened brand or product, which is a visit too, and forgets the oldest. NOT_FOUND for what isn't on a menu. */
export const noteOpened: Verb<typeof contract.open> = async (ctx, { body }) => {
  const { db, membership, now } = ctx;
  const { orgId, orgUserId } = membership;
  const { brandId, productId = 0 } = body;
  const isSold =
    productId === 0 ? await isOpenBrand(db, brandId) : (await findListed(db, brandId, productId)) !== undefined;
  if (!isSold) throw notFound(productId === 0 ? 'Brand' : 'Product');
  await saveVisit(ctx);
  await db
    .insert(marketOpens)
    .values({ orgId, orgUserId, brandId, productId, openedAt: now })
    .onConflictDoUpdate({
      target: [marketOpens.orgId, marketOpens.orgUserId, marketOpens.brandId, marketOpens.productId],
      set: { openedAt: sql`excluded.opened_at` },
    });
  await db.execute(sql`
    delete from market_opens where org_id = ${orgId} and org_user_id = ${orgUserId} and opened_at < (
      select kept.opened_at from market_opens kept where kept.org_id = ${orgId} and kept.org_user_id = ${orgUserId}
       order by kept.opened_at desc offset ${MOST_OPENS - 1} limit 1)`);
  return { ok: true };
};

async function isOpenBrand(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.id, id), onMarket));
  return found.length > 0;
}

const onMarket: SQL = sql`not ${brands.disabled} and ${brands.orgId} is not null`;
const brandColumns = { id: brands.id, name: brands.name, slug: brands.slug, imageUri: brands.profileImageUri };

/** What the person opened, latest first; what has left the menus is left out. */
async function readOpened(db: Db, { orgId, orgUserId }: Membership): Promise<HomeItem[]> {
  const rows = await db
    .select({
      brand: { ...brandColumns },
      sellerOrgId: brands.orgId,
      productId: marketOpens.productId,
      at: marketOpens.openedAt,
    })
    .from(marketOpens)
    .innerJoin(brands, eq(brands.id, marketOpens.brandId))
    .where(and(eq(marketOpens.orgId, orgId), eq(marketOpens.orgUserId, orgUserId), onMarket))
    .orderBy(desc(marketOpens.openedAt))
    .limit(MOST_OPENS);
  const bySeller = Map.groupBy(
    rows.filter(({ productId }) => productId > 0),
    ({ sellerOrgId }) => sellerOrgId ?? 0,
  );
  const named = await Promise.all(
    [...bySeller].map(([sellerOrgId, of]) =>
      readNames(
        db,
        sellerOrgId,
        of.map(({ productId }) => productId),
      ),
    ),
  );
  const productOf = new Map(named.flat().map((product) => [product.id, product]));
  return rows
    .flatMap(({ brand, productId, at }) => {
      const product = productId === 0 ? null : productOf.get(productId);
      return product === undefined ? [] : [{ brand, product, at: at.toISOString() }];
    })
    .slice(0, MOST_ON_HOME);
}

/** Listed products of a seller by name, with their first pictures. */
function readNames(db: Db, orgId: number, ids: readonly number[]) {
  return db
    .select({
      id: products.id,
      name: products.name,
      imageUri: sql<string | null>`(select image.image_uri from product_images image
        where image.org_id = ${orgId} and image.product_id = ${picturedProduct(sql`${orgId}::bigint`)}
        order by image.position, image.id limit 1)`,
    })
    .from(products)
    .where(
      and(eq(products.orgId, orgId), isOneOf(products.id, ids), inArray(products.listingState, [...LISTED_STATUSES])),
    );
}

/** The brands of the latest purchase orders the caller sees, cancelled and rejected ones left out. */
async function readBoughtBrands(db: Db, membership: Membership): Promise<HomeItem[]> {
  if (!seesAgreedPrices(membership)) return [];
  const latest = db
    .select({ orgId: orders.orgId, id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(and(visiblePurchaseOrders(membership), notInArray(orders.status, ['CANCELLED', 'REJECTED'])))
    .orderBy(desc(orders.createdAt))
    .limit(LATEST_ORDERS)
    .as('latest');
  const last = max(latest.createdAt);
  const rows = await db
    .select({ brand: brandColumns, at: sql<Date>`${last}`.mapWith(orders.createdAt) })
    .from(orderLineItems)
    .innerJoin(latest, sql`${latest.orgId} = ${orderLineItems.orgId} and ${latest.id} = ${orderLineItems.orderId}`)
    .innerJoin(brands, eq(brands.id, orderLineItems.brandId))
    .where(onMarket)
    .groupBy(brands.id)
    .orderBy(desc(last), brands.id)
    .limit(MOST_ON_HOME);
  return rows.map(({ brand, at }) => ({ brand, product: null, at: at.toISOString() }));
}

type FreshRow = {
  brand: HomeItem['brand'];
  product: HomeItem['product'];
  count: number;
  isNewBrand: boolean;
  at: string;
};

/** What other sellers have published since, by brand. A brand is new itself when nothing of it was for sale before. */
async function readFresh(
  db: Db,
  { orgId }: Membership,
  since: Date,
  usState: string | undefined,
): Promise<FreshItem[]> {
  const listed = sql.param([...LISTED_STATUSES]);
  const inState = usState === undefined ? sql`true` : sql`companies.us_state = ${usState.toUpperCase()}`;
  const { rows } = await db.execute<FreshRow>(sql`
    select json_build_object('id', brands.id, 'name', brands.name, 'slug', brands.slug, 'imageUri', brands.profile_image_uri) as brand,
      case when fresh.count = 1 then json_build_object('id', fresh.id, 'name', fresh.name, 'imageUri',
        (select image.image_uri from product_images image where image.org_id = fresh.org_id and image.product_id = fresh.id
          order by image.position limit 1)) end as product,
      fresh.count, fresh.at, not exists (
        select from products older join companies on companies.id = older.company_id
         where older.org_id = fresh.org_id and older.brand_id = fresh.brand_id and older.listed_at <= ${since}
           and older.listing_state = any (${listed}::text[]) and ${inState}) as "isNewBrand"
    from (
      select products.org_id, products.brand_id, count(*)::int as count, max(products.listed_at) as at, min(products.id) as id,
        min(products.name) as name
      from products join companies on companies.id = products.company_id
      where products.listed_at > ${since} and products.listing_state = any (${listed}::text[]) and not products.is_parent
        and products.org_id <> ${orgId} and companies.removed_at is null and ${inState}
      group by products.org_id, products.brand_id) fresh
    join brands on brands.id = fresh.brand_id and brands.org_id = fresh.org_id and not brands.disabled
    order by fresh.at desc, brands.id limit ${MOST_ON_HOME}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
}
