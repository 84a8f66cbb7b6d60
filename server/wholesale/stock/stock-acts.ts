import { and, eq, sql } from 'drizzle-orm';
import { DomainError, notFound } from '../../../domain/errors';
import { MarketplaceAccess } from '../../../domain/integrations/integrations';
import { assertMayMove } from '../../../domain/integrations/marketplace';
import { type StockExchange, wholesaleStock } from '../../../domain/wholesale/stock-contract';
import { bulk, eachOf, many } from '../../bulk/bulk';
import { loadProduct } from '../../catalogue/read-products';
import { productList } from '../../catalogue/search-products';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { products, wholesaleRecords } from '../../db/schema';
import type { Verb } from '../../implement';
import { KeyRefused } from '../../integrations/answers';
import { findSync, type OpenShop, openShop } from '../shop';
import type { Sync } from '../syncs';
import { pushStock, type Unit } from './exchange-stock';
import { findOffered, type Offered } from './offered-products';
import { takeStock } from './take-stock';

const unitOf =
  (ctx: Ctx): Unit =>
  (name, work) =>
    ctx.step(name, work);

type Found = { shop: OpenShop; record: Offered };

/** The connection and counterpart of a product the caller sees. NOT_FOUND; CONFLICT when it isn't matched or connected. */
async function findMatched(ctx: Ctx, id: number): Promise<Found> {
  const { orgId } = ctx.membership;
  const product = await loadProduct(ctx, id);
  if (!product.canEdit) throw new DomainError('FORBIDDEN', 'Your role can’t change products of this brand.');
  for (const record of await findOffered(ctx.db, orgId, sql`product.id = ${id}`)) {
    const sync = await findSync(ctx.db, orgId, record.syncId);
    const shop = sync && openShop(ctx.services, sync, false);
    if (shop) return { shop, record };
  }
  throw new DomainError(
    'CONFLICT',
    `${product.name} isn’t matched with a product of the wholesale marketplace. Match it under Integrations first.`,
  );
}

function assertWrites({ usState, access }: Sync): void {
  assertMayMove('seller', { stateAbbv: usState, access: MarketplaceAccess.parse(access) });
}

/** Takes over an inherited product's stock. CONFLICT for others; UNAVAILABLE. */
export const syncInventory: Verb<typeof wholesaleStock.sync> = async (ctx, { params }): Promise<StockExchange> => {
  const { orgId } = ctx.membership;
  const { shop, record } = await findMatched(ctx, params.id);
  if (record.mode !== 'INHERITED')
    throw new DomainError('CONFLICT', 'Only inherited stock is taken over. Change where its stock comes from first.');
  const theirs = await readTheirs(ctx, shop, record);
  return ctx.step('take', async (step) => {
    const read = { productId: record.productId, name: record.name, available: theirs };
    const [told] = await takeStock(step, orgId, [read]);
    if (told === undefined)
      throw new DomainError('CONFLICT', 'Its stock comes from elsewhere by now. Reload the page.');
    await step.audit({ id: params.id, before: null, after: { stock: told.figure, from: 'wholesale marketplace' } });
    await step.publish({ topic: 'products', kind: 'changed', id: params.id, orgIds: [orgId] });
    return told;
  });
};

async function readTheirs(ctx: Ctx, { at }: OpenShop, { externalId }: Offered): Promise<string> {
  const product = await ctx.services.integrations.wholesale.product(at, externalId).catch((error: unknown) => {
    if (!(error instanceof KeyRefused)) throw error;
    throw new DomainError('CONFLICT', 'The wholesale marketplace no longer accepts the key. Replace it.');
  });
  if (product === null) throw new DomainError('CONFLICT', 'It’s no longer in the wholesale marketplace.');
  if (product.available === null)
    throw new DomainError(
      'CONFLICT',
      'Its stock is unlimited in the wholesale marketplace, so there’s no figure to take.',
    );
  return product.available;
}

/** Sends a product's available stock. WRITE_ACCESS_REQUIRED over a read-only key; CONFLICT for inherited or unlimited stock. */
export const pushInventory: Verb<typeof wholesaleStock.push> = async (ctx, { params }): Promise<StockExchange> => {
  const { shop, record } = await findMatched(ctx, params.id);
  assertWrites(shop.sync);
  if (record.mode === 'INHERITED' || record.mode === 'UNLIMITED')
    throw new DomainError(
      'CONFLICT',
      record.mode === 'INHERITED'
        ? 'Its stock comes from the wholesale marketplace, so it isn’t sent there.'
        : 'Its stock never runs out, so there’s no figure to send.',
    );
  const [told] = await pushStock(ctx.services, shop, unitOf(ctx), { productIds: [params.id], isAsked: true });
  if (told === undefined) throw notFound('Product');
  await ctx.step('told', async (step) => {
    await step.audit({ id: params.id, before: null, after: { published: told.figure, outcome: told.outcome } });
    return null;
  });
  return told;
};

/** Has a connection's job exchange all matched products. NOT_FOUND, WRITE_ACCESS_REQUIRED. */
export const pushAll: Verb<typeof wholesaleStock.pushAll> = async (ctx, { params }) => {
  const { orgId } = ctx.membership;
  const sync = await findSync(ctx.db, orgId, params.id);
  if (sync === undefined || sync.sealedKey === null) throw notFound('Connection');
  assertWrites(sync);
  const { rowCount } = await ctx.db
    .update(wholesaleRecords)
    .set({ stockDueAt: ctx.now })
    .where(
      and(
        eq(wholesaleRecords.orgId, orgId),
        eq(wholesaleRecords.syncId, sync.id),
        eq(wholesaleRecords.kind, 'PRODUCT'),
        eq(wholesaleRecords.state, 'MATCHED'),
      ),
    );
  await ctx.enqueue({ name: 'push-wholesale-stock', data: { orgId, syncId: sync.id } });
  await ctx.audit({ id: sync.id, before: null, after: { pushed: rowCount ?? 0 } });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [orgId] });
  return { waiting: rowCount ?? 0 };
};

/** Many products at once: their connections' jobs take them over or send them. */
export const bulkStock = bulk(wholesaleStock.bulk, {
  entity: 'product',
  noun: { one: 'Product', many: 'products' },
  from: { table: products, id: products.id, label: products.name },
  topic: 'products',
  matching: productList.matching,
  acts: {
    exchange: many(async (ctx, subjects) => {
      const { orgId } = ctx.membership;
      const ids = subjects.map(({ id }) => id);
      const found = await findOffered(ctx.db, orgId, isOneOf(sql`product.id`, ids));
      const byProduct = new Map(found.map((record) => [record.productId, record]));
      for (const syncId of new Set(found.map((record) => record.syncId)))
        await ctx.enqueue({ name: 'push-wholesale-stock', data: { orgId, syncId } });
      await ctx.db
        .update(wholesaleRecords)
        .set({ stockDueAt: ctx.now })
        .where(
          and(
            eq(wholesaleRecords.orgId, orgId),
            eq(wholesaleRecords.kind, 'PRODUCT'),
            isOneOf(wholesaleRecords.ownId, [...byProduct.keys()]),
          ),
        );
      return eachOf(
        subjects.map((subject) => [subject.id, subject] as const),
        ({ id }) => {
          const record = byProduct.get(id);
          if (record === undefined)
            return new DomainError('CONFLICT', 'It isn’t matched with the wholesale marketplace.');
          if (record.mode === 'UNLIMITED') return new DomainError('CONFLICT', 'Its stock never runs out.');
          return { message: record.mode === 'INHERITED' ? 'Being taken over' : 'Being sent' };
        },
      );
    }),
  },
});
