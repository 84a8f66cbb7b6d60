import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import papa from 'papaparse';
import type { FileReply } from '../../domain/contract/endpoint';
import { type CsvColumn, FORMULA, headingOf, MOST_EXPORTED } from '../../domain/csv';
import { formatNumber } from '../../domain/money';
import { type BatchQuery, openBatches } from './batches';
import type { Asker } from './filters';
import type { ListContext } from './list';
import { forReader, type SortKeys } from './page';

/** The parts of a call's context that exports use. */
export type ExportContext = ListContext & { readonly gone: AbortSignal };

type Exported<Search, Raw, Row> = {
  table: PgTable;
  sorts: Readonly<Record<string, SortKeys>>;
  columns: SQL;
  spansOrganizations?: true;
  toRows: (ctx: ListContext, found: readonly Raw[]) => Promise<Row[]>;
  matching: (asker: Asker, search: Search) => SQL;
  assertOwnCompany: (ctx: ListContext, companyId: number | undefined) => Promise<void>;
};

type Asked<Id> = { companyId?: number | undefined; sortBy: string; sortDesc: boolean; headers: readonly Id[] };

type FileOptions<Row, Id extends string> = {
  columns: Readonly<Record<Id, CsvColumn<Row>>>;
  /** The file's name. */
  name: string;
  /** The plural noun of its rows: "orders". */
  noun: string;
};

/**
 * Every match of a list's search, as csv in its order. NOT_FOUND for another organization's company, TOO_LARGE if it
 * doesn't fit in a file.
 */
export async function exportList<Search extends Asked<NoInfer<Id>>, Raw, Row, Id extends string>(
  ctx: ExportContext,
  list: Exported<Search, Raw, Row>,
  search: Search,
  { columns, ...file }: FileOptions<NoInfer<Row>, Id>,
): Promise<FileReply> {
  await list.assertOwnCompany(ctx, search.companyId);
  return exportRows<Raw, Row>(
    ctx,
    {
      table: sql`${list.table}`,
      where: list.matching(ctx, search),
      keys: list.sorts[search.sortBy] ?? [],
      descending: search.sortDesc,
      columns: forReader(list.columns, ctx.membership.orgId),
      limitsFirst: list.spansOrganizations !== true,
    },
    { ...file, columns: search.headers.map((id) => columns[id]), toRows: (found) => list.toRows(ctx, found) },
  );
}

type RowsOptions<Raw, Row> = {
  columns: readonly CsvColumn<Row>[];
  toRows: (found: readonly Raw[]) => Row[] | Promise<Row[]>;
  name: string;
  noun: string;
};

/** A query's rows as csv, read in keyset batches while sending. */
export async function exportRows<Raw, Row>(
  { services, gone, timeZone }: ExportContext,
  query: BatchQuery,
  { columns, toRows, name, noun }: RowsOptions<Raw, Row>,
): Promise<FileReply> {
  const most = MOST_EXPORTED;
  const tooMany = `You can export up to ${formatNumber(most)} ${noun} at once. Narrow the filters and try again.`;
  const found = await openBatches<Raw>(query, { pool: services.database.pool, gone, most, tooMany });
  return { name, text: toCsv(columns, each(found, toRows), timeZone) };
}

async function* each<Raw, Row>(
  batches: AsyncIterable<Raw[]>,
  toRows: RowsOptions<Raw, Row>['toRows'],
): AsyncGenerator<Row[]> {
  for await (const batch of batches) yield toRows(batch);
}

/** Rows as csv, a chunk per batch, with a header line; instants are shown in the zone, which their heading names. */
export async function* toCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield linesOf([columns.map((column) => headingOf(column, timeZone))]);
  for await (const rows of batches) yield linesOf(rows.map((row) => columns.map(({ text }) => text(row, timeZone))));
}

function linesOf(rows: string[][]): string {
  return `${papa.unparse(rows, { escapeFormulae: FORMULA })}\r\n`;
}
