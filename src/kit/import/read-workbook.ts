import { type SheetRow, tableOfSheet } from '../../../domain/sheet-table';
import { isShortened } from '../../../domain/typed';
import { Unusable } from '../../providers/call/call-errors';
import { type CsvFile, nameOf, readCsv, refuseMany } from './read-csv';

/** A sheet of a spreadsheet that has a table. */
export type Sheet = CsvFile & { sheet: string };

type Library = typeof import('@e965/xlsx/dist/xlsx.mini.min');
type Cell = { t: string; v?: unknown; w?: string; z?: string | number };

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Older spreadsheets, and those that ask for a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** The tables of a csv file, which has one, or of a spreadsheet. Raises a message if it can't be read or none has rows. */
export async function readTables(file: File, atMost: number): Promise<Sheet[]> {
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new Unusable('The file can’t be read. Choose it again.');
    }),
  );
  if (!isWorkbook(bytes)) return [{ ...(await readCsv(file, atMost)), sheet: '' }];
  const sheets = await readWorkbook(nameOf(file), bytes);
  for (const { lines } of sheets) refuseMany(lines.length, atMost);
  return sheets;
}

/** Whether a file is kept as spreadsheets do. Raises a message for older ones, and those with a password. */
function isWorkbook(bytes: Uint8Array): boolean {
  if (begins(bytes, COMPOUND)) {
    throw new Unusable(
      'This spreadsheet is from an older program or has a password. Save it as .xlsx or “CSV UTF-8” without one.',
    );
  }
  return begins(bytes, ZIP);
}

/** A workbook's visible sheets that have a table, in its order. Raises a message if there is none. */
async function readWorkbook(fileName: string, bytes: Uint8Array): Promise<Sheet[]> {
  const loaded = await import('@e965/xlsx/dist/xlsx.mini.min');
  const library = 'default' in loaded ? (loaded.default as Library) : loaded;
  const book = attemptRead(library, bytes);
  const { date1904 = false } = book.Workbook?.WBProps ?? {};
  const hidden = book.Workbook?.Sheets ?? [];
  const found = book.SheetNames.flatMap((sheet, at): Sheet[] => {
    const data = (book.Sheets[sheet] as { '!data'?: (Cell | undefined)[][] } | undefined)?.['!data'];
    if (!data || hidden[at]?.Hidden) return [];
    const rows = Array.from(
      data,
      (cells = [], row): SheetRow => ({
        row: row + 1,
        cells: Array.from(cells, (cell) => (cell ? textOf(library, cell, date1904) : '')),
      }),
    );
    const table = tableOfSheet(rows);
    return table && table.lines.length > 0 ? [{ fileName, note: null, sheet, ...table }] : [];
  });
  if (found.length === 0) throw new Unusable('No sheet has headings with rows below them. Choose another file.');
  return found;
}

function attemptRead(library: Library, bytes: Uint8Array) {
  try {
    const book = library.read(bytes, { type: 'array', dense: true, cellNF: true, cellHTML: false, cellFormula: false });
    if (book.bookType === 'xlsx' || book.bookType === 'xlsm') return book;
  } catch {
    // Said below.
  }
  throw new Unusable('The file can’t be read as a spreadsheet. Save it as .xlsx or “CSV UTF-8” and choose it again.');
}

/**
 * A cell as its spreadsheet shows it, so that leading zeros stay; but a date as its day, and a number that is shown
 * rounded or as a power of ten with all of its digits.
 */
function textOf({ SSF }: Library, { t, v, w, z }: Cell, date1904: boolean): string {
  if (t === 'n' && typeof v === 'number') {
    const format = String(z ?? 'General');
    if (SSF.is_date(format) && v >= 1) {
      const { y, m, d } = SSF.parse_date_code(v, { date1904 });
      const two = (part: number) => String(part).padStart(2, '0');
      return `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
    }
    return format === 'General' || w === undefined || isShortened(w) ? String(v) : w.trim();
  }
  return t === 'z' ? '' : (w ?? String(v ?? '')).trim();
}
