import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Membership } from '../../../domain/access/roles';
import { MAPPING_STATES, type MappingRow, mappingFilters } from '../../../domain/accounting/mapping';
import { accountingMappings as contract } from '../../../domain/accounting/mapping-contract';
import { CERTAIN, type SuggestionReason } from '../../../domain/accounting/suggest';
import type { VerbInput } from '../../../domain/contract/endpoint';
import type { Ctx } from '../../context';
import { filterSql } from '../../db/filters';
import { listOf } from '../../db/list';
import { contains, forReader, isOneOf, readerOrg } from '../../db/page';
import { companies, customers, products } from '../../db/schema';
import { sellableProducts } from '../../db/visibility';
import { findConnection } from '../find-connection';

type Suggested = { externalId: string; name: string; certainty: number; reason: SuggestionReason } | null;
type Found = Omit<MappingRow, 'suggestion'> & { suggestion: Suggested };

/** What is mapped: the table of ours, and where the books' records of it are. */
type Mapped = {
  kind: 'CUSTOMER' | 'ITEM';
  own: PgTable & Record<'id' | 'orgId' | 'companyId' | 'name', PgColumn>;
  mappings: SQL;
  ownId: SQL;
  mark: SQL;
  /** Whoever may settle mappings sees all customers of the company, and products of the brands they see. */
  visible(membership: Membership): SQL;
};

const CUSTOMERS: Mapped = {
  kind: 'CUSTOMER',
  own: customers,
  mappings: sql.raw('accounting_customers'),
  ownId: sql.raw('customer_id'),
  mark: sql`(select license.license_number from licenses license where license.id = ${customers.licenseId})`,
  visible: ({ orgId }) => sql`${customers.orgId} = ${orgId}`,
};
const PRODUCTS: Mapped = {
  kind: 'ITEM',
  own: products,
  mappings: sql.raw('accounting_products'),
  ownId: sql.raw('product_id'),
  mark: sql`${products.sku}`,
  visible: sellableProducts,
};

/** The state, record and suggestion of each row, in one read of its mapping. */
function partsOf({ kind, own, mappings, ownId }: Mapped, org: SQL) {
  const connection = sql`(select link.id from accounting_connections link where link.org_id = ${org}
      and link.company_id = ${own.companyId} and link.state <> 'ENDED')`;
  const of = sql`mapping.org_id = ${org} and mapping.connection_id = ${connection} and mapping.${ownId} = ${own.id}`;
  const there = sql`remote.org_id = ${org} and remote.connection_id = ${connection} and remote.kind = ${sql.raw(`'${kind}'`)}`;
  const mapped = sql`from ${mappings} mapping where ${of}`;
  const suggested = sql`from accounting_suggestions suggested
      join accounting_remotes remote on ${there} and remote.external_id = suggested.external_id
      where suggested.org_id = ${org} and suggested.connection_id = ${connection}
        and suggested.kind = ${sql.raw(`'${kind}'`)} and suggested.own_id = ${own.id}`;
  const isActive = sql`not exists (select from accounting_remotes remote where ${there}
      and remote.external_id = mapping.external_id and remote.record ->> 'isActive' = 'false')`;
  const state = sql`(case when exists (select ${mapped} and ${isActive}) then 'MAPPED'
      when exists (select ${mapped}) then 'INACTIVE'
      when exists (select ${suggested}) then 'SUGGESTED' else 'UNMAPPED' end)`;
  const remote = sql`(select json_build_object('externalId', mapping.external_id, 'name', mapping.external_name,
      'isActive', ${isActive}) ${mapped})`;
  const sharedWith = sql`coalesce((select (select count(*)::int - 1 from ${mappings} other
      where other.org_id = ${org} and other.connection_id = mapping.connection_id
        and other.external_id = mapping.external_id) ${mapped}), 0)`;
  const suggestion = sql`(case when exists (select ${mapped}) then null else
      (select json_build_object('externalId', suggested.external_id, 'name', remote.name,
        'certainty', suggested.certainty, 'reason', suggested.reason) ${suggested}) end)`;
  return { state, remote, sharedWith, suggestion };
}

const stateIn = (of: Mapped, orgId: number): SQL => partsOf(of, sql`${orgId}::bigint`).state;

/** Both lists are the same but for what they are of. */
function mappingList(of: Mapped) {
  const { own, mark } = of;
  const { state, remote, sharedWith, suggestion } = partsOf(of, readerOrg);
  const sorted = partsOf(of, sql`${own.orgId}`).state;
  return listOf(contract.searchCustomers)({
    table: own,
    visible: of.visible,
    company: { of: own.companyId, among: companies },
    filters: filterSql(mappingFilters, {
      searchTerm: (text) => contains([own.name, mark], text),
      states: (states, { membership }) => isOneOf(stateIn(of, membership.orgId), states),
    }),
    sorts: {
      name: [sql`lower(${own.name})`, own.id],
      mark: [sql`coalesce(${mark}, '')`, own.id],
      state: [sorted, own.id],
    },
    columns: sql`${own.id} as id, ${own.name} as name, ${mark} as mark, ${state} as state, ${remote} as remote,
      ${sharedWith} as "sharedWith", ${suggestion} as suggestion`,
    toRow:
      () =>
      (found: Found): MappingRow =>
        found,
  });
}

const lists = {
  customers: mappingList(CUSTOMERS),
  products: mappingList(PRODUCTS),
};
const SIDES = { customers: CUSTOMERS, products: PRODUCTS };
type Side = keyof typeof SIDES;

const searching =
  (side: Side) =>
  async (ctx: Ctx, { params, body }: VerbInput<typeof contract.searchCustomers>) => {
    await findConnection(ctx, params.companyId);
    const asked = { params, body: { ...body, companyId: params.companyId } };
    return lists[side].search(ctx, asked);
  };

export const searchCustomerMappings = searching('customers');
export const searchProductMappings = searching('products');

const counting =
  (side: Side) =>
  async (ctx: Ctx, { params: { companyId } }: VerbInput<typeof contract.customerStates>) => {
    await findConnection(ctx, companyId);
    const { own } = SIDES[side];
    const state = stateIn(SIDES[side], ctx.membership.orgId);
    const { rows } = await ctx.db.execute<{ id: string; count: number }>(sql`
      select ${state} as id, count(*)::int as count from ${own}
       where ${SIDES[side].visible(ctx.membership)} and ${own.companyId} = ${companyId} group by 1`);
    const states = Object.keys(MAPPING_STATES).map((id) => ({
      id,
      count: rows.find((row) => row.id === id)?.count ?? 0,
    }));
    return { states };
  };

export const countCustomerStates = counting('customers');
export const countProductStates = counting('products');

/** Most suggestions accepted together, which a person can still look through. */
const MOST_CERTAIN = 1_000;

const certain =
  (side: Side) =>
  async (ctx: Ctx, { params: { companyId } }: VerbInput<typeof contract.certainCustomers>) => {
    await findConnection(ctx, companyId);
    const { own, kind } = SIDES[side];
    const { orgId } = ctx.membership;
    const { state, suggestion } = partsOf(SIDES[side], sql`${orgId}::bigint`);
    const { rows } = await ctx.db.execute<{ id: number; name: string; suggestion: NonNullable<Suggested> }>(sql`
      select * from (select ${own.id} as id, ${own.name} as name, ${suggestion} as suggestion from ${own}
        where ${and(
          SIDES[side].visible(ctx.membership),
          sql`${own.companyId} = ${companyId}`,
          sql`${state} = 'SUGGESTED'`,
          sql`exists (select from accounting_suggestions sure where sure.org_id = ${orgId}
                and sure.kind = ${kind} and sure.own_id = ${own.id} and sure.certainty >= ${CERTAIN})`,
        )}) as found
       where suggestion is not null order by lower(name), id limit ${MOST_CERTAIN}`);
    return rows.map(({ id, ...rest }) => ({ ...rest, id: Number(id) }));
  };

export const certainCustomers = certain('customers');
export const certainProducts = certain('products');

/** Rows of ours by id, as the lists have them. */
export async function readMappings(
  { db, membership: { orgId } }: Pick<Ctx, 'db' | 'membership'>,
  side: Side,
  ids: readonly number[],
): Promise<MappingRow[]> {
  if (ids.length === 0) return [];
  const { own } = SIDES[side];
  const { rows } = await db.execute(sql`
    select ${forReader(lists[side].columns, orgId)} from ${own}
     where ${own.orgId} = ${orgId} and ${isOneOf(own.id, ids)} order by lower(${own.name}), ${own.id}`);
  return (rows as unknown as Found[]).map((row) => ({ ...row, id: Number(row.id) }));
}
