import papa from 'papaparse';
import { FORMULA } from '../../domain/csv';

type Column<Row> = { header: string; text: (row: Row, timeZone: string) => string };

/** Rows as csv, a piece for each batch, below a heading line; instants are read in the zone. */
export async function* toCsv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield linesOf([columns.map(({ header }) => header)]);
  for await (const rows of batches) yield linesOf(rows.map((row) => columns.map(({ text }) => text(row, timeZone))));
}

function linesOf(rows: string[][]): string {
  return `${papa.unparse(rows, { escapeFormulae: FORMULA })}\r\n`;
}
