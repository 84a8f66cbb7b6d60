import { MOST_IMPORT_ROWS } from '../../../domain/import';
import { Unusable } from '../../providers/call/call-errors';

/** A parsed file: its header, and the rows below it. */
export type CsvTable = { fileName: string; headers: readonly string[]; lines: readonly (readonly string[])[] };

/** Parses a csv file or pasted rows. Raises a message if there is nothing to import. */
export async function readCsv(source: File | string, atMost = MOST_IMPORT_ROWS): Promise<CsvTable> {
  const [headers = [], ...lines] = await parseRows(source);
  if (lines.length === 0) throw new Unusable('There are no rows below the header. Choose another file or paste rows.');
  if (lines.length > atMost) {
    const most = atMost.toLocaleString('en-US');
    throw new Unusable(
      `The file has ${lines.length.toLocaleString('en-US')} rows. Split it into parts of at most ${most}.`,
    );
  }
  return { fileName: typeof source === 'string' ? '' : source.name, headers, lines };
}

const CHUNK_BYTES = 128 * 1024;
const unmarked = (text: string) => text.replace(/^\uFEFF/, '');

/** A file is read piece by piece, so the page stays responsive however long it is. */
async function parseRows(source: File | string): Promise<string[][]> {
  const { parse } = await import('papaparse');
  const rows: string[][] = [];
  if (typeof source === 'string') {
    rows.push(...parse<string[]>(unmarked(source).trim(), { skipEmptyLines: 'greedy' }).data);
  } else {
    await new Promise<void>((resolve, reject) => {
      parse<string[], File>(source, {
        skipEmptyLines: 'greedy',
        chunkSize: CHUNK_BYTES,
        chunk: ({ data }) => void rows.push(...data),
        complete: () => resolve(),
        error: () => reject(new Unusable('The file can’t be read. Choose it again.')),
      });
    });
  }
  const [headers] = rows;
  if (headers?.[0] !== undefined) headers[0] = unmarked(headers[0]);
  return rows;
}
