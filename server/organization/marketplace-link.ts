import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { CompanyRecord } from '../../domain/organization/company';
import type { companies as contract } from '../../domain/organization/company-contract';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { companies, wholesaleSyncs } from '../db/schema';
import type { Verb } from '../implement';
import { loadCompany, lockCompany, saveCompany } from './save-company';

/** Whether a company is linked to the wholesale marketplace, which then keeps its prices. */
export const isLinked = (orgId: number, companyId: SQLWrapper): SQL<boolean> => sql<boolean>`exists (
  select from ${wholesaleSyncs} link join ${companies} linked on linked.us_state = link.us_state
   where link.org_id = ${orgId} and link.sealed_key is not null
     and linked.org_id = link.org_id and (link.company_id is null or link.company_id = linked.id)
     and linked.id = ${companyId} and not linked.marketplace_link_severed)`;

/** What severing or joining would change. NOT_FOUND. */
export const readMarketplaceLink: Verb<typeof contract.marketplaceLink> = async (ctx, { params }) => {
  const company = await loadCompany(ctx, params.id);
  const severs = company.isMarketplaceLinked;
  const { orgId } = ctx.membership;
  const { rows } = await ctx.db.execute<{ products: number; schedules: number; hasOrders: boolean }>(sql`
    select (select count(*)::int from products where ${stockFollows(company, severs)}) as products,
           (select count(*)::int from price_schedules schedule
             where schedule.org_id = ${orgId} and schedule.company_id = ${company.companyId} and schedule.enabled) as schedules,
           exists (select from wholesale_syncs sync where sync.org_id = ${orgId} and sync.sealed_key is not null
             and sync.us_state = ${company.state.ansiAbbrevation} and sync.started_at is not null
             and (sync.company_id is null or sync.company_id = ${company.companyId})) as "hasOrders"`);
  return { severs, hasOrders: false, products: 0, schedules: 0, ...rows[0] };
};

/** Products of a company whose stock comes from there, or did until the link was severed and is entered here since. */
const stockFollows = ({ orgId, companyId }: CompanyRecord, severs: boolean): SQL => {
  const ofCompany = sql`products.org_id = ${orgId} and products.company_id = ${companyId} and products.listing_state <> 'ARCHIVED'`;
  return severs
    ? sql`${ofCompany} and products.inventory_management = 'INHERITED'`
    : sql`${ofCompany} and products.inventory_management = 'MANUAL' and products.id = any (
        (select company.severed_product_ids from companies company where company.id = ${companyId})::bigint[])`;
};

/**
 * Severs a company's link with the wholesale marketplace, so that its prices are set and its stock is counted here, from
 * today's figures; or joins it again, and gives products that took their stock from there that source back. Nothing else of
 * the connection changes. STALE, CONFLICT to sever what isn't connected.
 */
export const setMarketplaceLink: Verb<typeof contract.setMarketplaceLink> = async (ctx: Ctx, { params, body }) => {
  const before = await lockCompany(ctx, params.id, body.version);
  if (body.severed === before.marketplaceLinkSevered) return before;
  if (body.severed && !before.isMarketplaceLinked)
    throw new DomainError('CONFLICT', `${before.name} isn’t connected to the wholesale marketplace.`);
  const moved = await moveStockSource(ctx, before, body.severed);
  return saveCompany(ctx, before, {
    marketplaceLinkSevered: body.severed,
    severedProductIds: body.severed ? moved : [],
  });
};

/** Changes where the stock of these products comes from, with their figures as they are. Stock is locked before products, as orders do. */
async function moveStockSource(ctx: Ctx, company: CompanyRecord, severs: boolean): Promise<number[]> {
  const { db, now } = ctx;
  const { orgId } = company;
  const [from, to] = severs ? ['INHERITED', 'MANUAL'] : ['MANUAL', 'INHERITED'];
  const follows = stockFollows(company, severs);
  await db.execute(sql`
    select stock.product_id from product_stock stock
     where stock.org_id = ${orgId} and stock.product_id in (select products.id from products where ${follows})
     order by stock.product_id for no key update`);
  const { rows } = await db.execute<{ id: number }>(sql`
    update products set inventory_management = ${to}, last_edit = ${now}, updated_at = ${now}, version = products.version + 1
     where ${follows} returning products.id`);
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length === 0) return ids;
  await db.execute(sql`
    update wholesale_records record set stock_due_at = ${now}
     where record.org_id = ${orgId} and record.kind = 'PRODUCT' and record.state = 'MATCHED' and ${isOneOf(sql`record.own_id`, ids)}`);
  for (const id of ids)
    await ctx.audit({
      entity: 'product',
      id,
      before: { inventoryManagement: from },
      after: { inventoryManagement: to },
    });
  await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  return ids;
}
