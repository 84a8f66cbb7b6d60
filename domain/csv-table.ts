import { formatNumber } from './money';
import { counted } from './text';

/**
 * A row of a csv file below its header. `row` is its number in a spreadsheet, whose first row is 1. A row with a
 * `problem` isn't imported; `note` says what was made of it.
 */
export type CsvLine = { row: number; cells: readonly string[]; problem: string | null; note: string | null };

/** A csv file: its header, and the rows below it that have anything in them. */
type CsvTable = { headers: readonly string[]; lines: readonly CsvLine[] };

/** What a csv file has, or why it can't be read. */
type ReadTable = CsvTable | { problem: string };

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Characters that the separator is guessed from, and rows of them. */
const SAMPLE = 64 * 1024;
const MOST_SAMPLED = 20;
/** Characters read between two pauses. */
const PIECE = 128 * 1024;
/** Lines within one row from which on a quote was probably never closed. */
const MANY_LINES = 20;

/**
 * Reads a csv file's text, or rows copied from a spreadsheet, and pauses after each piece, so that a page stays
 * responsive. The separator is the one a first line such as “sep=;” names, else the one that makes the most of the header.
 */
export function* readTable(text: string): Generator<void, ReadTable> {
  const { separator, body } = separatorOf(text.replace(/^\uFEFF/, ''));
  const parser = parseRows(separator);
  const rows: ParsedRow[] = [];
  for (let at = 0; at < body.length; at += PIECE) {
    // A piece can have more rows than a call takes arguments.
    for (const row of parser.push(body.slice(at, at + PIECE))) rows.push(row);
    yield;
  }
  const end = parser.end();
  if (end.unclosed !== null) {
    return {
      problem: `Row ${formatNumber(end.unclosed)} has a quote that isn’t closed, so nothing after it can be read. Close it, or take it out.`,
    };
  }
  const [header, ...below] = [...rows, ...end.rows].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (header?.problem) return { problem: `Row ${formatNumber(header.row)} ${header.problem}.` };
  const headers = header?.cells ?? [];
  return { headers, lines: below.map((row) => toLine(row, headers.length)) };
}

function toLine({ row, cells, problem, lines }: ParsedRow, columns: number): CsvLine {
  const isSplit = cells.slice(columns).some((cell) => cell.trim() !== '');
  const counts = `has ${counted(cells.length, 'cell')}, the header has ${formatNumber(columns)}`;
  const swallowed = lines > MANY_LINES ? ` It runs over ${counted(lines, 'line')}: is a quote not closed?` : '';
  if (problem !== null) return { row, cells, note: null, problem: `The row ${problem}.${swallowed}` };
  if (isSplit) {
    return {
      row,
      cells,
      note: null,
      problem: `The row ${counts}. Put cells that contain a separator in quotes.${swallowed}`,
    };
  }
  const note =
    cells.length < columns
      ? `The row ${counts}, so the last ones count as blank.`
      : cells.length > columns
        ? `The row ${counts}; the rest are blank.`
        : null;
  return { row, cells: cells.slice(0, columns), problem: null, note: note ?? (swallowed.trim() || null) };
}

/** The separator, and the text without the line that names it, which spreadsheets don't show either. */
function separatorOf(text: string): { separator: string; body: string } {
  const [line, , named] = /^("?)sep=([^\r\n"])\1[ \t,;]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  if (line !== undefined && named !== undefined) return { separator: named, body: text.slice(line.length) };
  const sample = text.slice(0, SAMPLE);
  const scores = SEPARATORS.map((separator) => ({ separator, ...scoreOf(sample, separator, text.length > SAMPLE) }));
  const best = scores
    .filter(({ columns }) => columns > 1)
    .sort((one, other) => other.even - one.even || other.columns - one.columns)[0];
  return { separator: best?.separator ?? ',', body: text };
}

/** How many columns a separator makes of the header, and of how many of the first rows it makes as many. */
function scoreOf(sample: string, separator: string, isCut: boolean): { columns: number; even: number } {
  const parser = parseRows(separator);
  const read = parser.push(sample);
  const [header, ...rows] = [...read, ...(isCut ? [] : parser.end().rows)]
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, MOST_SAMPLED);
  const columns = header?.problem === null ? header.cells.length : 0;
  const even = rows.filter(({ cells, problem }) => cells.length === columns && problem === null).length;
  return { columns, even: rows.length === 0 ? 1 : even / rows.length };
}

type ParsedRow = { row: number; cells: string[]; lines: number; problem: string | null };
type Parser = {
  /** The rows that end in this piece of text. */
  push: (text: string) => ParsedRow[];
  /** The last row, or the number of one with a quote that was never closed. */
  end: () => { rows: ParsedRow[]; unclosed: number | null };
};

/** Before a cell's first letter, within one, within quotes, right behind a quote that may close them, and behind blanks. */
type Place = 'start' | 'plain' | 'quoted' | 'closing' | 'closed';

const AFTER_QUOTE = 'has text after a closing quote. Double the quotes within a cell';

/** Splits text that comes in pieces into rows; every row counts, and those without a letter are left out. */
function parseRows(separator: string): Parser {
  const plain = new RegExp(`[^${/\w/.test(separator) ? separator : `\\${separator}`}\r\n]+`, 'y');
  const quoted = /[^"\r\n]+/y;
  let place: Place = 'start';
  let [cell, blanks, cells]: [string, string, string[]] = ['', '', []];
  let [row, lines, problem, isAfterReturn]: [number, number, string | null, boolean] = [1, 1, null, false];

  const endCell = () => {
    cells.push(cell);
    [cell, blanks, place] = ['', '', 'start'];
  };
  const endRow = (): ParsedRow => {
    endCell();
    const ended = { row, cells, lines, problem };
    [row, cells, lines, problem] = [row + 1, [], 1, null];
    return ended;
  };
  const isBlank = () => place === 'start' && cell === '' && cells.length === 0;
  const take = (run: RegExp, text: string, at: number): number => {
    run.lastIndex = at;
    const [found = ''] = run.exec(text) ?? [];
    cell += found;
    return at + Math.max(0, found.length - 1);
  };
  const push = (text: string): ParsedRow[] => {
    const rows: ParsedRow[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at] ?? '';
      const isSecondHalf = letter === '\n' && isAfterReturn;
      isAfterReturn = letter === '\r';
      if (isSecondHalf) continue;
      const isBreak = letter === '\n' || letter === '\r';
      if (place === 'quoted') {
        if (letter === '"') place = 'closing';
        else if (isBreak) {
          cell += '\n';
          lines += 1;
        } else at = take(quoted, text, at);
      } else if (isBreak) {
        if (isBlank()) row += 1;
        else rows.push(endRow());
      } else if (letter === separator) endCell();
      else if (letter === '"' && place === 'start') [cell, place] = ['', 'quoted'];
      else if (letter === '"' && place === 'closing') {
        cell += '"';
        place = 'quoted';
      } else if (letter === ' ' && (place === 'closing' || place === 'closed')) {
        blanks += letter;
        place = 'closed';
      } else if (place === 'closing' || place === 'closed') {
        problem = AFTER_QUOTE;
        cell += blanks + letter;
        place = 'plain';
      } else {
        if (letter !== ' ') place = 'plain';
        if (place === 'plain') at = take(plain, text, at);
        else cell += letter;
      }
    }
    return rows;
  };
  const end = () => {
    if (place === 'quoted') return { rows: [], unclosed: row };
    return { rows: isBlank() ? [] : [endRow()], unclosed: null };
  };
  return { push, end };
}
