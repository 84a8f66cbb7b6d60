import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Membership } from '../../domain/access/roles';
import type { Endpoint, VerbInput, VerbOutput } from '../../domain/contract/endpoint';
import { notFound } from '../../domain/errors';
import type { Database, Db } from './client';
import type { Asker } from './filters';
import { countOf, forReader, preparePages, readRows, type SortKeys, type Statement } from './page';

/*
 * A list is one configuration that gives its search, export and facets:
 *
 *   const list = listOf(customers.search)({
 *     table: customersTable,
 *     visible: visibleCustomers,
 *     company: { of: customersTable.companyId, among: companies },
 *     filters: filterSql(customerFilters, { name: (text) => contains(customersTable.name, text), … }),
 *     sorts: { name: [sql`lower(${customersTable.name})`, customersTable.id], … },
 *     columns: sql`customers.id, customers.name, customers.created_at as created`,
 *     toRow: () => ({ created, ...row }: Found) => ({ ...row, created: created.toISOString() }),
 *   });
 *   implement(customers)({
 *     search: list.search,
 *     facets: (ctx, { query }) => readFacets(ctx, { zones: sql`select id, name from …`, statuses: list.counts(…) }),
 *     export: (ctx, { body }) => exportList(ctx, list, body, { columns: CUSTOMER_COLUMNS, name: 'customers.csv', noun: 'customers' }),
 *   });
 *
 * To add a sort, add a line in `sorts` and its name in the contract; to add a filter, a line in `filterSql`.
 */

/** The parts of a call's context lists use. */
export type ListContext = Asker & { readonly services: { readonly database: Pick<Database, 'pool'> } };

type Found = { results: unknown[]; resultCount: number; page: number };
type Searching = Endpoint & { returns: { _zod: { input: Found } } };

/** What is searched: the organization's rows, optionally one company's. */
export type Search<Filters> = { orgId: number; companyId?: number | undefined; filters: Filters };
type Paged<Filters> = Search<Filters> & { page: number; itemsPerPage: number; sortBy: string; sortDesc: boolean };

type AskedOf<E> = VerbInput<E> extends { body: infer B } ? B : never;
type FiltersOf<E> = AskedOf<E> extends { filters: infer F } ? F : never;
type SortOf<E> = AskedOf<E> extends { sortBy: infer S extends string } ? S : never;
type RowOf<E> = VerbOutput<E> extends { results: (infer R)[] } ? R : never;

type ListOptions<E, Raw, Looked> = {
  table: PgTable;
  /** The rows a member may see. */
  visible: (membership: Membership) => SQL;
  /** The company column a search can be limited to, and the table with that company's organization; none if rows have none. */
  company?: { of: PgColumn; among: PgTable & { id: PgColumn; orgId: PgColumn } };
  filters: (filters: FiltersOf<E>, asker: Asker) => SQL | undefined;
  sorts: Record<SortOf<E>, SortKeys>;
  /**
   * The columns of the table's rows, under its own name; `readerOrg` there is the reader's organization. Values from
   * other tables come from subqueries rather than joins, so the page keeps its order.
   */
  columns: SQL;
  /** See `preparePages`; for tables of wide rows and many pages. */
  findsIdsFirst?: true;
  /** Whether filters leave so few rows that finding all of them is faster than reading the list in its order. */
  gathers?: (filters: FiltersOf<E>, asker: Asker) => boolean;
  /** Rows belong to several organizations, so subqueries name the row's own `org_id`. */
  spansOrganizations?: true;
  /**
   * What rows name by id in shared tables, read for all of them at once: a subquery for each name takes a cluster longer
   * to plan.
   */
  lookUp?: (pool: Pool, rows: readonly Raw[]) => Promise<Looked>;
  /** Called once for all rows of a reply. */
  toRow: (asker: Asker, looked: Looked) => (found: Raw) => RowOf<E>;
};

/** A search call's list; see the example above. */
export function listOf<E extends Searching>(_call: E) {
  return <Raw extends object, Looked = undefined>(options: ListOptions<E, Raw, Looked>) => {
    const { table, company, visible } = options;
    const from = sql`${table}`;
    const pageOf = preparePages(options);

    /** Rows a member may see, optionally of one company. */
    function seen(membership: Membership, companyId: number | undefined): SQL {
      const ofCompany = companyId === undefined || company === undefined ? undefined : eq(company.of, companyId);
      return and(visible(membership), ofCompany) ?? sql`false`;
    }

    /** Rows matching a search. */
    function matching(asker: Asker, { companyId, filters }: Pick<Search<FiltersOf<E>>, 'companyId' | 'filters'>): SQL {
      return and(seen(asker.membership, companyId), options.filters(filters, asker)) ?? sql`false`;
    }

    /** NOT_FOUND for another organization's company. */
    async function assertOwnCompany(ctx: ListContext, companyId: number | undefined): Promise<void> {
      if (companyId === undefined || company === undefined) return;
      const { among } = company;
      const known = sql`select from ${among} where ${among.id} = ${companyId} and ${among.orgId} = ${ctx.membership.orgId}`;
      if ((await readRows(ctx.services.database.pool, known)).length === 0) throw notFound('Company');
    }

    /** The statement that reads a page and its count. */
    function statement(asker: Asker, asked: Paged<FiltersOf<E>>): Statement {
      const gathers = options.gathers?.(asked.filters, asker);
      return pageOf({ ...asked, orgId: asker.membership.orgId, where: matching(asker, asked), gathers });
    }

    /** The number of matches, up to the cap. */
    async function count(ctx: ListContext, asked: Search<FiltersOf<E>>): Promise<number> {
      const count = countOf(from, matching(ctx, asked));
      const [row] = await readRows<{ count: number }>(ctx.services.database.pool, sql`select ${count} as count`);
      return row?.count ?? 0;
    }

    /** A page of matches, and their count. NOT_FOUND for another organization's company. */
    async function search(ctx: ListContext, input: VerbInput<E>): Promise<VerbOutput<E>> {
      const { body: asked } = input as { body: Paged<FiltersOf<E>> };
      const rows = await readRows<Raw & { resultCount: number }>(ctx.services.database.pool, statement(ctx, asked));
      const resultCount = rows[0]?.resultCount ?? (await countBeyond(ctx, asked));
      const found = rows.map(({ resultCount: _, ...row }) => row as unknown as Raw);
      return { results: await toRows(ctx, found), resultCount, page: asked.page } as VerbOutput<E>;
    }

    /** Rows as they are answered, with what they name. */
    async function toRows(ctx: ListContext, rows: readonly Raw[]): Promise<RowOf<E>[]> {
      const looked = rows.length > 0 ? await options.lookUp?.(ctx.services.database.pool, rows) : undefined;
      return rows.map(options.toRow(ctx, looked as Looked));
    }

    /** The rows a member may see among some, whatever a search would leave out. */
    async function readAmong(ctx: ListContext, among: SQL): Promise<RowOf<E>[]> {
      const columns = forReader(options.columns, ctx.membership.orgId);
      const where = and(seen(ctx.membership, undefined), among);
      const query = sql`select ${columns} from ${from} where ${where}`;
      return toRows(ctx, await readRows<Raw>(ctx.services.database.pool, query));
    }

    /**
     * An empty result has no count: nothing matches, the page is past the end, or the company is another
     * organization's.
     */
    async function countBeyond(ctx: ListContext, asked: Paged<FiltersOf<E>>): Promise<number> {
      await assertOwnCompany(ctx, asked.companyId);
      return asked.page === 0 ? 0 : count(ctx, asked);
    }

    /** A facet's entries: each value of a column with its number of visible rows, up to the cap, in the given order. */
    function counts(
      { membership }: Pick<Asker, 'membership'>,
      companyId: number | undefined,
      column: PgColumn,
      values: readonly string[],
    ): SQL {
      const visible = seen(membership, companyId);
      const each = values.map(
        (value) => sql`(${value}::text, ${countOf(from, sql`${visible} and ${column} = ${value}`)})`,
      );
      return sql`select * from (values ${sql.join(each, sql`, `)}) as counted (id, count)`;
    }

    return { ...options, seen, matching, assertOwnCompany, statement, count, search, toRows, readAmong, counts };
  };
}

/** A list's filter choices: every facet's entries are its query's rows, all run together. */
export async function readFacets<Facets extends Record<string, readonly object[]>>(
  { db }: { readonly db: Db },
  queries: { [Facet in keyof NoInfer<Facets>]: SQL },
): Promise<Facets> {
  const read = Object.entries<SQL>(queries).map(async ([facet, query]) => [facet, (await db.execute(query)).rows]);
  return Object.fromEntries(await Promise.all(read)) as Facets;
}
