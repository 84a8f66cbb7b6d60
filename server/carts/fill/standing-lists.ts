import { and, asc, eq, sql } from 'drizzle-orm';
import type { standingLists as contract, StandingList } from '../../../domain/carts/fill-contract';
import { wantedLines } from '../../../domain/carts/reorder';
import { assertCurrent, badInput, DomainError, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { lockRow } from '../../db/rows';
import { companies, standingListLines, standingLists } from '../../db/schema';
import type { Verb } from '../../implement';
import type { CartHead } from '../cart-basis';
import { assertBuyerCompany, lockExistingCart } from '../find-cart';
import { loadCart } from '../read-carts';
import { assertBuyerLicense, findHead, judgeFill } from './fill-cart';

type Row = typeof standingLists.$inferSelect;

const own = (orgId: number, id: number) => and(eq(standingLists.orgId, orgId), eq(standingLists.id, id));

async function describe({ db, membership }: Ctx, only?: { id?: number; companyId?: number }): Promise<StandingList[]> {
  const { orgId } = membership;
  const rows = await db
    .select({
      list: standingLists,
      sellerName: companies.name,
      products: sql<number>`(select count(*)::int from ${standingListLines} line
        where line.org_id = ${orgId} and line.list_id = ${standingLists.id})`,
    })
    .from(standingLists)
    .innerJoin(companies, eq(companies.id, standingLists.sellerCompanyId))
    .where(
      and(
        eq(standingLists.orgId, orgId),
        only?.id === undefined ? undefined : eq(standingLists.id, only.id),
        only?.companyId === undefined ? undefined : eq(standingLists.buyerCompanyId, only.companyId),
      ),
    )
    .orderBy(sql`lower(${standingLists.name})`, asc(standingLists.id));
  return rows.map(({ list: { id, name, sellerCompanyId, updatedAt, version }, sellerName, products }) => ({
    id,
    name,
    sellerCompanyId,
    sellerName,
    products,
    changed: updatedAt.toISOString(),
    version,
  }));
}

async function describeOne(ctx: Ctx, id: number): Promise<StandingList> {
  const [found] = await describe(ctx, { id });
  if (found === undefined) throw notFound('Standing list');
  return found;
}

const publishLists = ({ publish, membership: { orgId } }: Ctx, id: number) =>
  publish({ topic: 'standing-lists', kind: 'changed', id, orgIds: [orgId] });

/** A buyer company's standing lists. NOT_FOUND for another organization's company. */
export const listStandingLists: Verb<typeof contract.list> = async (ctx, { query: { companyId } }) => {
  await assertBuyerCompany({ ...ctx, publish: async () => {} }, companyId);
  return describe(ctx, { companyId });
};

/** Keeps what a cart has now under a name; a list of the seller's with this name is replaced. NOT_FOUND, CONFLICT. */
export const saveStandingList: Verb<typeof contract.create> = async (ctx, { body: { companyId, cartId, name } }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const head = await lockExistingCart(ctx, cartId, companyId);
  const { lines } = await loadCart(ctx, head);
  if (lines.length === 0) throw new DomainError('CONFLICT', 'This cart has no products to save.');
  const list = await nameList(ctx, head, name);
  await db
    .delete(standingListLines)
    .where(and(eq(standingListLines.orgId, orgId), eq(standingListLines.listId, list.id)));
  await db.insert(standingListLines).values(
    lines.map(({ product, line: { quantity } }, position) => ({
      orgId,
      listId: list.id,
      position,
      productId: product.id,
      productName: product.name,
      sku: product.sku,
      quantity,
      unitOfMeasure: product.sellInUnitOfMeasure,
      soldInBulk: product.sellInBulk,
      unitMultiplier: product.unitMultiplier,
    })),
  );
  await ctx.audit({ id: list.id, before: null, after: { name, products: lines.length } });
  await publishLists(ctx, list.id);
  return describeOne(ctx, list.id);
};

/** The list of this name, locked: the seller's that has it already, else a new one. */
async function nameList({ db, now }: Ctx, { cart, company }: CartHead, name: string): Promise<Row> {
  const { orgId, buyerCompanyId } = cart;
  const values = { orgId, buyerCompanyId, sellerOrgId: company.orgId, sellerCompanyId: company.id, name };
  const [added] = await db
    .insert(standingLists)
    .values({ ...values, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (added) return added;
  const [renamed] = await db
    .update(standingLists)
    .set({ name, updatedAt: now, version: sql`${standingLists.version} + 1` })
    .where(
      and(
        eq(standingLists.orgId, orgId),
        eq(standingLists.buyerCompanyId, buyerCompanyId),
        eq(standingLists.sellerCompanyId, company.id),
        eq(sql`lower(${standingLists.name})`, name.toLowerCase()),
      ),
    )
    .returning();
  if (renamed === undefined) throw new DomainError('CONFLICT', 'This list was deleted just now. Save it again.');
  return renamed;
}

async function lockList({ db, membership }: Ctx, id: number): Promise<Row> {
  return lockRow(db, standingLists, own(membership.orgId, id), 'Standing list');
}

/** Renames a list. NOT_FOUND, CONFLICT for an outdated version, BAD_INPUT for a name that is taken. */
export const renameStandingList: Verb<typeof contract.update> = async (ctx, { params: { id }, body }) => {
  const before = await lockList(ctx, id);
  assertCurrent('This list', before, body.version);
  const { orgId, buyerCompanyId, sellerCompanyId } = before;
  const [taken] = await ctx.db
    .select({ id: standingLists.id })
    .from(standingLists)
    .where(
      and(
        eq(standingLists.orgId, orgId),
        eq(standingLists.buyerCompanyId, buyerCompanyId),
        eq(standingLists.sellerCompanyId, sellerCompanyId),
        eq(sql`lower(${standingLists.name})`, body.name.toLowerCase()),
      ),
    );
  if (taken && taken.id !== id) throw badInput({ name: 'Another list has this name' });
  await ctx.db
    .update(standingLists)
    .set({ name: body.name, updatedAt: ctx.now, version: before.version + 1 })
    .where(own(orgId, id));
  await ctx.audit({ id, before: { name: before.name }, after: { name: body.name } });
  await publishLists(ctx, id);
  return describeOne(ctx, id);
};

/** Deletes a list. NOT_FOUND. */
export const removeStandingList: Verb<typeof contract.remove> = async (ctx, { params: { id } }) => {
  const before = await lockList(ctx, id);
  const lines = and(eq(standingListLines.orgId, before.orgId), eq(standingListLines.listId, id));
  await ctx.db.delete(standingListLines).where(lines);
  await ctx.db.delete(standingLists).where(own(before.orgId, id));
  await ctx.audit({ id, before: { name: before.name }, after: null });
  await publishLists(ctx, id);
  return { ok: true };
};

/** What a list would put in the cart of a license, at today's prices and in today's units. NOT_FOUND, CONFLICT. */
export const previewStandingList: Verb<typeof contract.preview> = async (ctx, { params: { id }, body }) => {
  const { db, membership } = ctx;
  const [list] = await db.select().from(standingLists).where(own(membership.orgId, id));
  if (list === undefined) throw notFound('Standing list');
  const lines = await db
    .select()
    .from(standingListLines)
    .where(and(eq(standingListLines.orgId, membership.orgId), eq(standingListLines.listId, id)))
    .orderBy(asc(standingListLines.position));
  await assertBuyerLicense(ctx, body.buyerLicenseId);
  const head = await findHead(ctx, body.buyerLicenseId, list.sellerCompanyId);
  const bought = lines.map((line) => ({ ...line, orderedUnitPrice: '0', isSample: false }));
  const judged = await judgeFill(
    ctx,
    head,
    lines.map(({ productId }) => productId),
    {
      replaces: body.replaces,
      wantedOf: (products) =>
        wantedLines(bought, (productId) => products.get(productId)?.rules).map(({ before: _, ...line }) => line),
    },
  );
  return judged;
};
