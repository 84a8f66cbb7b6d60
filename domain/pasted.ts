import type { Money } from './money';
import { scannedSku } from './scanned';
import { isShortened, readTyped, TYPED, type TypedKind, whyShortened } from './typed';

/**
 * One row of a pasted block, by its first line: what names the product, and the cell with its number, '' when there is
 * none. `hasColumn` says whether its block has a column of that number, which this row then left blank.
 */
export type PastedRow = { line: number; text: string; amount: string; hasColumn: boolean; problem: string | null };

/** The number of each line: how it is called in headings, where a name of `names` goes before a bare one, and in sentences. */
type PastedColumn = { kind: TypedKind; noun: string; names: readonly string[]; bare: readonly string[] };

const SKUS = ['sku', 'product sku', 'item sku', 'sku number', 'product code', 'item number', 'code'];
const NAMES = ['product', 'product name', 'name', 'item', 'item name', 'sku or name'];
export const QUANTITY_COLUMN: PastedColumn = {
  kind: 'quantity',
  noun: 'quantity',
  names: ['order quantity', 'order qty', 'quantity ordered', 'qty ordered'],
  bare: ['quantity', 'qty'],
};
export const PRICE_COLUMN: PastedColumn = {
  kind: 'money',
  noun: 'price',
  names: ['new price', 'unit price', 'your price'],
  bare: ['price', 'price usd', 'cost'],
};
const NUMBERS = [QUANTITY_COLUMN, PRICE_COLUMN].flatMap(({ names, bare }) => [...names, ...bare]);

/** Columns that are neither what names a product nor a number to read. */
const OTHERS = [
  ...['brand', 'category', 'subcategory', 'strain', 'product line', 'description', 'unit', 'uom', 'note', 'notes'],
  ...['available', 'in stock', 'stock', 'on hand', 'case size', 'per case', 'units per case', 'total', 'line total'],
  ...['wholesale', 'wholesale price', 'sale price', 'subtotal', 'discount', 'thc', 'line', 'no'],
];

/** `before` is the text before each cell, which may be a name with commas. */
type Cells = { cells: string[]; before: string[] };
type Row = Cells & { line: number; isTabbed: boolean };
type Columns = { text: number; amount: number | null; problem: string | null; count: number };

/**
 * Reads a block copied from a spreadsheet or a csv file: what names a product, and a number. Columns are separated by
 * tabs, or by commas or semicolons; a cell in quotes may have these too, and line breaks. A first line with a heading says
 * which column is which; without one the first names the product and the only one with numbers is the number. Blank lines
 * are skipped; lines count from 1. A scanned SKU is read without the marks of its barcode.
 */
export function readPastedRows(block: string, column: PastedColumn): PastedRow[] {
  const rows = rowsOf(block)
    .map(({ line, text }) => ({ line, ...cellsOf(text) }))
    .filter(({ line, cells }) => cells.some((cell) => cell !== '') && !(line === 1 && isSeparatorLine(cells)));
  const [first, ...rest] = rows;
  if (first === undefined) return [];
  const isHeaded = isHeading(first.cells, column);
  const body = isHeaded ? rest : rows;
  const columns = isHeaded ? columnsOf(first.cells, rest, column) : null;
  const tabbed = ofKind(
    body.filter(({ isTabbed }) => isTabbed),
    column.kind,
  );
  const hasNumbers = numbered(body).length > 0;
  return body.map((row) => ({
    line: row.line,
    hasColumn: columns ? columns.amount !== null : hasNumbers && row.cells.length > 1,
    ...asScanned(columns ? inColumns(row, columns) : withoutHeading(row, tabbed, column.noun)),
  }));
}

/** A first line for spreadsheets that names the separator, such as “sep=;”. */
const isSeparatorLine = (cells: readonly string[]) =>
  /^sep=.?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');

/** With the product's name or SKU without a scanner's marks, unless a spreadsheet has shortened it to less. */
function asScanned(found: Found): Found {
  const text = scannedSku(found.text) ?? found.text;
  const isLost = found.problem === null && isShortened(text);
  return { ...found, text, problem: isLost ? `has no SKU: ${whyShortened(text)}` : found.problem };
}

/** A cell and what ends it. Between quotes it may have line breaks; a quote that nothing closes is a letter. */
const CELL = /(?:[^\S\t\r\n]*"(?:[^"]|""){0,4000}"[^\S\t\r\n]*(?=[\t,;\r\n]|$)|[^\t,;\r\n]*)(\r\n|[\t,;\r\n]|$)/g;

/** A block's rows, each with the number of its first line. */
function rowsOf(block: string): { line: number; text: string }[] {
  const rows: { line: number; text: string }[] = [];
  let [start, line] = [0, 1];
  for (const { 0: cell, 1: end = '', index } of block.matchAll(CELL)) {
    if (end !== '' && '\t,;'.includes(end)) continue;
    const text = block.slice(start, index + cell.length - end.length);
    rows.push({ line, text });
    start = index + cell.length;
    line += linesOf(text);
  }
  return rows;
}

const linesOf = (text: string): number => text.split(/\r\n|\r|\n/).length;

/** What is left of a block: its first line with headings and these lines, with their new numbers by the old; '' if none. */
export function leftOfPasted(
  block: string,
  column: PastedColumn,
  kept: ReadonlySet<number>,
): { block: string; lineOf: ReadonlyMap<number, number> } {
  if (kept.size === 0) return { block: '', lineOf: new Map() };
  const body = new Set(readPastedRows(block, column).map(({ line }) => line));
  const left = rowsOf(block).filter(
    ({ text, line }) => kept.has(line) || (!body.has(line) && cellsOf(text).cells.some((cell) => cell !== '')),
  );
  let next = 1;
  const lineOf = new Map<number, number>();
  for (const { text, line } of left) {
    lineOf.set(line, next);
    next += linesOf(text);
  }
  return { block: left.map(({ text }) => text).join('\n'), lineOf };
}

function cellsOf(line: string): Cells & { isTabbed: boolean } {
  if (line.includes('\t')) return { cells: split(line, '\t').cells, before: [], isTabbed: true };
  const bySemicolon = split(line, ';');
  const isList = bySemicolon.cells.length > 1 && isNumeric(bySemicolon.cells.findLast((cell) => cell !== '') ?? '');
  return { ...(isList ? bySemicolon : split(line, ',;')), isTabbed: false };
}

/** Cells between separators, which a cell in quotes may contain. */
function split(line: string, separators: string): Cells {
  const cell = new RegExp(
    `[^\\S\\t]*("(?:[^"]|"")*"[^\\S\\t]*(?=[${separators}]|$)|[^${separators}]*)([${separators}]|$)`,
    'y',
  );
  const cells: string[] = [];
  const before: string[] = [];
  for (let at = 0, found = cell.exec(line); found !== null; at = cell.lastIndex, found = cell.exec(line)) {
    cells.push(unquoted(found[1] ?? ''));
    before.push(unquoted(line.slice(0, Math.max(0, at - 1))));
    if (found[2] === '') break;
  }
  return { cells, before };
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .replace(/\s*[\t\r\n]\s*/g, ' ')
    .trim();

/** Whether a cell is meant as a number, readable or not. */
const isNumeric = (cell: string) => /^[-−+(]?\s*\$?\s*[-−]?(?=[\d.,]*\d)[\d.,]+(e[-+]?\d+)?\s*[%)]?$/i.test(cell);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function isHeading(cells: readonly string[], { names, bare }: PastedColumn): boolean {
  const known = [...SKUS, ...NAMES, ...names, ...bare];
  return cells.some((cell) => known.includes(plain(cell))) && !cells.some(isNumeric);
}

/** Indexes of the columns after the first that hold numbers. */
function numbered(rows: readonly Pick<Row, 'cells'>[]): number[] {
  return [
    ...new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, at) => (at > 0 && isNumeric(cell) ? [at] : [])))),
  ];
}

/** The same without dollars, where something else is counted. */
function ofKind(rows: readonly Row[], kind: TypedKind): number[] {
  const all = numbered(rows);
  const counts = all.filter((at) => !rows.some(({ cells }) => cells[at]?.includes('$')));
  return kind === 'money' || counts.length === 0 ? all : counts;
}

const severalNumbers = (noun: string) => `has several numbers. Add a first line that says which is the ${noun}`;

function columnsOf(heading: readonly string[], body: readonly Row[], column: PastedColumn): Columns {
  const { noun } = column;
  const titles = heading.map(plain);
  const find = (list: readonly string[]) => titles.findIndex((title) => title !== '' && list.includes(title));
  const [bySku, byName] = [find(SKUS), find(NAMES)];
  const headed = (list: readonly string[]) => titles.flatMap((title, at) => (list.includes(title) ? [at] : []));
  const specific = headed(column.names);
  // “New price” rather than the “Price” beside it.
  const [named, ...rivals] = specific.length > 0 ? specific : headed(column.bare);
  const isUnknown = (title: string) => ![...SKUS, ...NAMES, ...NUMBERS, ...OTHERS].includes(title);
  const unknown = titles.flatMap((title, at) => (isUnknown(title) ? [at] : []));
  const text = bySku >= 0 ? bySku : byName >= 0 ? byName : (unknown[0] ?? 0);
  const base = { text, count: titles.length, problem: null };
  if (rivals.length > 0) return { ...base, amount: null, problem: severalNumbers(noun) };
  if (named !== undefined) return { ...base, amount: named };
  const left = unknown.filter((at) => at !== text && (titles[at] !== '' || body.some(({ cells }) => cells[at])));
  const withNumbers = left.filter((at) => body.some(({ cells }) => isNumeric(cells[at] ?? '')));
  const [only, ...others] = withNumbers.length > 0 ? withNumbers : left;
  if (others.length > 0) return { ...base, amount: null, problem: severalNumbers(noun) };
  if (only !== undefined) return { ...base, amount: only };
  const isList = titles.every((title) => title === '' || [...SKUS, ...NAMES].includes(title));
  return { ...base, amount: null, problem: isList ? null : `has no ${noun}: no column is headed “${capital(noun)}”` };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Found = Pick<PastedRow, 'text' | 'amount' | 'problem'>;

function inColumns({ cells, isTabbed }: Row, columns: Columns): Found {
  const at = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const isSplit = !isTabbed && cells.length > columns.count && cells.slice(columns.count).some((cell) => cell !== '');
  const problem = isSplit
    ? 'has more columns than the first line. Put text that contains a comma in quotes'
    : columns.problem;
  return { text: at(columns.text), amount: at(columns.amount), problem };
}

/** Without a heading the number is in the only column that has any; of a line between commas it is the last. */
function withoutHeading({ cells, before, isTabbed }: Row, tabbed: readonly number[], noun: string): Found {
  const numbers = isTabbed ? tabbed : numbered([{ cells }]);
  const last = cells.findLastIndex((cell, at) => at > 0 && cell !== '');
  const text = cells[0] ?? '';
  if (numbers.length > 1) return { text, amount: '', problem: severalNumbers(noun) };
  const [only = last] = numbers;
  if (isTabbed) return { text, amount: cells[only] ?? '', problem: null };
  const at = Math.max(only, last);
  return { text: at > 1 && at === only ? (before[at] ?? '') : text, amount: cells[at] ?? '', problem: null };
}

/** A pasted line's number; or what is wrong with it, as it goes on after "Line 2". */
export function readPastedNumber({ kind, noun }: PastedColumn, text: string): { amount: Money } | { problem: string } {
  const { amount, fault } = readTyped(kind, text);
  if (amount !== null && amount !== '') return { amount };
  const example = kind === 'money' ? '18.00' : '12';
  switch (fault) {
    case 'commas':
      return { problem: `has a ${noun} with a comma that isn’t between thousands. Write 1,500 or 1.5` };
    case 'decimals':
      return { problem: `has a ${noun} with more than ${TYPED[kind].decimals} decimals` };
    default:
      return { problem: `needs a ${noun}, such as ${example}` };
  }
}
