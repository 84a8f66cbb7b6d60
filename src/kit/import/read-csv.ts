import { MOST_IMPORT_ROWS } from '../../../domain/import';
import { Unusable } from '../../providers/call-errors';

/** A parsed file: its header, and the rows below it. */
export type CsvTable = { fileName: string; headers: readonly string[]; lines: readonly (readonly string[])[] };

/** Parses a csv file or pasted rows. Raises a message if there is nothing to import. */
export async function readCsv(source: File | string, atMost = MOST_IMPORT_ROWS): Promise<CsvTable> {
  const text = typeof source === 'string' ? source : await source.text();
  const { parse } = await import('papaparse');
  const { data } = parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' });
  const [headers = [], ...lines] = data;
  if (lines.length === 0) throw new Unusable('There are no rows below the header. Choose another file or paste rows.');
  if (lines.length > atMost) {
    const most = atMost.toLocaleString('en-US');
    throw new Unusable(
      `The file has ${lines.length.toLocaleString('en-US')} rows. Split it into parts of at most ${most}.`,
    );
  }
  return { fileName: typeof source === 'string' ? '' : source.name, headers, lines };
}
