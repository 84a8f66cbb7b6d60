import { type CsvLine, readTable } from '../../../domain/csv-table';
import { textOfFile } from '../../../domain/csv-text';
import { MOST_FILE_NAME, MOST_IMPORT_ROWS } from '../../../domain/import';
import { formatNumber } from '../../../domain/money';
import { Unusable } from '../../providers/call/call-errors';

/** A parsed file: its header, the rows below it, and what to check in it. */
export type CsvFile = { fileName: string; note: string | null; headers: readonly string[]; lines: readonly CsvLine[] };

/** Parses a csv file or pasted rows. Raises a message if they can't be read or there is nothing to import. */
export async function readCsv(source: File | string, atMost = MOST_IMPORT_ROWS): Promise<CsvFile> {
  const isFile = typeof source !== 'string';
  const { text, note } = isFile ? await readText(source) : { text: source, note: null };
  const table = await paused(readTable(text));
  if ('problem' in table) throw new Unusable(table.problem);
  const { headers, lines } = table;
  if (lines.length === 0) throw new Unusable('There are no rows below the header. Choose another file or paste rows.');
  refuseMany(lines.length, atMost);
  return { fileName: isFile ? nameOf(source) : '', note, headers, lines };
}

/** Raises a message if a file has more rows than one import takes. */
export function refuseMany(rows: number, atMost: number): void {
  if (rows <= atMost) return;
  throw new Unusable(
    `The file has ${formatNumber(rows)} rows. Split it into parts of at most ${formatNumber(atMost)}.`,
  );
}

/** A file's name as an import keeps it: some systems' names are longer, or have line breaks. */
export const nameOf = ({ name }: File) => name.replace(/\s+/g, ' ').trim().slice(0, MOST_FILE_NAME).toWellFormed();

/** A file's text, and what to check in it. Raises a message if it can't be read. */
export async function readText(file: File): Promise<{ text: string; note: string | null }> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Unusable('The file can’t be read. Choose it again.');
  });
  const read = textOfFile(new Uint8Array(bytes));
  if (read.text === null) throw new Unusable(read.problem);
  return { text: read.text, note: read.note };
}

/** Does work piece by piece, so the page stays responsive however long it takes. */
async function paused<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
