import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { FileReply } from '../../../domain/contract/endpoint';
import { notFound } from '../../../domain/errors';
import { labTestStateOf } from '../../../domain/inventory/packages/package';
import { add, money } from '../../../domain/money';
import type { networkPackages as contract } from '../../../domain/network/packages-contract';
import { networkPackages } from '../../../domain/network/packages-contract';
import {
  type SharedPackage,
  type SharedRow,
  toSharedPackage,
  toTestedPackage,
} from '../../../domain/network/shared-package';
import {
  STOCK_COLUMNS,
  type StockFacets,
  type StockFilters,
  type StockPackage,
  type StockTotal,
  stockFilters,
} from '../../../domain/network/stock';
import type { Ctx } from '../../context';
import { exportList } from '../../db/export';
import { filterSql } from '../../db/filters';
import { type ListContext, listOf } from '../../db/list';
import { contains, isOneOf } from '../../db/page';
import { packages } from '../../db/schema';
import type { Verb } from '../../implement';
import { withKnown } from './known-of-tags';
import { reportsOfPackages } from './lab-reports';
import { noteReads, type Seen, seenIn } from './note-reads';
import { isOfItem, SHARED_ROW, SHARED_SORTS, visibleBrandStock } from './shown';

const filters = filterSql(stockFilters, {
  search: (text) => sql`(${contains(packages.label, text)} or ${isOfItem(contains(sql`item.name`, text))})`,
  brandId: (ids) => isOfItem(isOneOf(sql`item.brand_id`, ids)),
  holders: (ids) => isOneOf(packages.licenseId, ids),
  statuses: (statuses) => isOneOf(packages.status, statuses),
  labStates: (states) => isOneOf(packages.labTestState, states),
  whose: (whose, { membership: { orgId } }) =>
    whose.length > 1 ? undefined : whose[0] === 'OURS' ? eq(packages.orgId, orgId) : ne(packages.orgId, orgId),
});

/** Brands' stock at all holders whose packages the reader sees, as rows for others. */
export const brandStock = listOf(networkPackages.search)({
  table: packages,
  spansOrganizations: true,
  visible: visibleBrandStock,
  filters,
  sorts: SHARED_SORTS,
  columns: SHARED_ROW,
  toRow: () => (found: SharedRow) => toSharedPackage(found) as StockPackage,
});

type Listed = SharedPackage[];

/** A page of brands' stock. */
export const searchBrandStock: Verb<typeof contract.search> = async (ctx, input) => {
  const found = await brandStock.search(ctx, input);
  const results = await withKnown(ctx, found.results as Listed);
  await noteReads(ctx, 'LIST', seenIn(results));
  return { ...found, results };
};

/** All of it that matches, as csv. */
export const exportBrandStock: Verb<typeof contract.export> = async (ctx, { body }): Promise<FileReply> => {
  const told: Listed = [];
  const toRows = async (asker: ListContext, rows: readonly SharedRow[]) => {
    const shared = rows.map(toSharedPackage);
    told.push(...shared);
    return withKnown(asker, shared);
  };
  const file = await exportList(ctx, { ...brandStock, toRows }, body, {
    columns: STOCK_COLUMNS,
    name: 'brand-stock.csv',
    noun: 'packages',
  });
  return { ...file, text: thenNote(file.text, () => noteReads(ctx, 'FILE', seenIn(told))) };
};

/** Text of a file that is noted when it was sent, also if its reader left before its end. */
async function* thenNote<T>(text: AsyncIterable<T>, note: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* text;
  } finally {
    await note();
  }
}

type Group = {
  orgId: number;
  organization: string;
  licenseId: number;
  licenseNumber: string;
  brandId: number;
  brandName: string;
  status: string;
  labState: string;
  unit: StockTotal['unit'];
  packages: number;
  quantity: string;
};

/** The stock that matches, by holder, brand, state and unit; noted as read. */
async function groupStock(ctx: Ctx, asked: StockFilters): Promise<Group[]> {
  const where = brandStock.matching(ctx, { companyId: undefined, filters: asked });
  const { rows } = await ctx.db.execute(sql`
    select grouped.org_id as "orgId", holder.name as organization, license.id as "licenseId",
           license.us_state || ' ' || license.license_number as "licenseNumber", brand.id as "brandId", brand.name as "brandName",
           grouped.status, grouped.lab_test_state as "labState", grouped.unit_of_measure as unit, grouped.packages, grouped.quantity
      from (select packages.org_id, packages.license_id, named.brand_id, packages.status, packages.lab_test_state,
                   packages.unit_of_measure, count(*)::int as packages, sum(packages.quantity)::text as quantity
              from packages join tracking_items named on named.org_id = packages.org_id and named.id = packages.item_id
             where ${where}
             group by 1, 2, 3, 4, 5, 6) as grouped
      join licenses license on license.id = grouped.license_id
      join organizations holder on holder.id = grouped.org_id
      join brands brand on brand.id = grouped.brand_id
     order by lower(holder.name), license.license_number, license.id, grouped.unit_of_measure, lower(brand.name), brand.id`);
  const groups = (rows as Group[]).map((row) => ({
    ...row,
    orgId: Number(row.orgId),
    licenseId: Number(row.licenseId),
    brandId: Number(row.brandId),
  }));
  await noteReads(ctx, 'LIST', seenOf(groups));
  return groups;
}

function seenOf(groups: readonly Group[]): Seen[] {
  const counts = tally(groups, ({ orgId, brandId }) => `${orgId} ${brandId}`);
  return [...counts.values()].map(({ first, count }) => ({
    orgId: first.orgId,
    brandId: first.brandId,
    packages: count,
  }));
}

function tally<G extends { packages: number }>(groups: readonly G[], keyOf: (group: G) => string) {
  const counts = new Map<string, { first: G; count: number }>();
  for (const group of groups) {
    const before = counts.get(keyOf(group));
    counts.set(keyOf(group), { first: before?.first ?? group, count: (before?.count ?? 0) + group.packages });
  }
  return counts;
}

/** Filter choices with counts of all the reader sees. */
export const brandStockFacets: Verb<typeof contract.facets> = async (ctx) => {
  const groups = await groupStock(ctx, {});
  const by = (keyOf: (group: Group) => string) => [...tally(groups, keyOf).entries()];
  const byName = (keyOf: (group: Group) => string) =>
    by(keyOf)
      .map(([id, { count }]) => ({ id, count }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    brands: by(({ brandId }) => String(brandId))
      .map(([, { first, count }]) => ({ searchId: first.brandId, name: first.brandName, count }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.searchId - b.searchId),
    holders: by(({ licenseId }) => String(licenseId)).map(([, { first, count }]) => ({
      searchId: first.licenseId,
      displayName: `${first.organization} (${first.licenseNumber})`,
      count,
    })),
    statuses: byName(({ status }) => status),
    labStates: byName(({ labState }) => labState),
  } satisfies StockFacets;
};

/** The stock that matches by holder and unit. */
export const totalBrandStock: Verb<typeof contract.totals> = async (ctx, { body }) => {
  const totals = new Map<string, StockTotal>();
  for (const group of await groupStock(ctx, body.filters)) {
    const { orgId, organization, licenseId, licenseNumber, unit } = group;
    const key = `${licenseId} ${unit}`;
    const before = totals.get(key) ?? { packages: 0, quantity: '0', onHold: '0', failed: '0' };
    const part = (is: boolean) => (is ? money(group.quantity) : '0');
    totals.set(key, {
      licenseId,
      organization,
      licenseNumber,
      isOurs: orgId === ctx.membership.orgId,
      unit,
      packages: before.packages + group.packages,
      quantity: add(before.quantity, group.quantity),
      onHold: add(before.onHold, part(group.status === 'ON_HOLD')),
      failed: add(before.failed, part(labTestStateOf(group.labState).verdict === 'failed')),
    });
  }
  return [...totals.values()];
};

/** A package with what labs found. NOT_FOUND for one the reader doesn't see. */
export const readBrandPackage: Verb<typeof contract.get> = async (ctx, { params: { holderOrgId, id } }) => {
  const named: SQL = typeof id === 'number' ? eq(packages.id, id) : eq(packages.label, id);
  const { rows } = await ctx.db.execute(sql`
    select ${SHARED_ROW} from packages
     where ${and(eq(packages.orgId, holderOrgId), named, visibleBrandStock(ctx.membership))}`);
  const [row] = rows as SharedRow[];
  if (row === undefined) throw notFound('Package');
  const reports = await reportsOfPackages(ctx.db, holderOrgId, [Number(row.id)]);
  const [one] = await withKnown(ctx, [toTestedPackage(row, reports.get(Number(row.id)) ?? [])]);
  if (one === undefined) throw notFound('Package');
  await noteReads(ctx, 'PACKAGE', seenIn([one]));
  return one;
};
