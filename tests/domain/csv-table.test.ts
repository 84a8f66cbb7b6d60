import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfFile } from '../../domain/csv-text';
import { read, tableOf } from '../support/files/csv';

const rowsOf = (text: string) => tableOf(text).lines.map(({ row, cells }) => [row, ...cells]);

describe('rows', () => {
  test.each<[string, string, (string | number)[][]]>([
    ['by commas', 'SKU,Name\nA,Blue\n', [[2, 'A', 'Blue']]],
    [
      'by semicolons',
      'SKU;Price\r\nA;1,50\r\nB;2,00',
      [
        [2, 'A', '1,50'],
        [3, 'B', '2,00'],
      ],
    ],
    ['by tabs', 'SKU\tName\nA\tBlue, big', [[2, 'A', 'Blue, big']]],
    ['by bars', 'SKU|Name\nA|Blue', [[2, 'A', 'Blue']]],
    ['by what a first line names', 'sep=;\nSKU,x;Name\nA;B', [[2, 'A', 'B']]],
    ['by what a first line in quotes names', '"sep=|"\r\nSKU;x|Name\r\nA|B', [[2, 'A', 'B']]],
    ['by a tab that a first line names', 'sep=\t\nSKU\tName\nA\tB', [[2, 'A', 'B']]],
    [
      'of one column',
      'Email\na@x.com\nb@x.com',
      [
        [2, 'a@x.com'],
        [3, 'b@x.com'],
      ],
    ],
    [
      'between returns',
      'SKU,Name\rA,Blue\rB,Red',
      [
        [2, 'A', 'Blue'],
        [3, 'B', 'Red'],
      ],
    ],
    [
      'with blank rows, which count',
      '\nSKU,Name\n\n,\nA,Blue\n\n\nB,Red\n\n',
      [
        [5, 'A', 'Blue'],
        [8, 'B', 'Red'],
      ],
    ],
    [
      'with a first heading left blank',
      '\tName\n1\tBlue\n\tRed',
      [
        [2, '1', 'Blue'],
        [3, '', 'Red'],
      ],
    ],
    [
      'with lines within quotes, which are one row',
      'SKU,Note\nA,"one\r\ntwo\rthree"\nB,x',
      [
        [2, 'A', 'one\ntwo\nthree'],
        [3, 'B', 'x'],
      ],
    ],
    ['with quotes within quotes', 'SKU,Name\nA,"3.5"" glass"', [[2, 'A', '3.5" glass']]],
    ['with a quote within a cell', 'SKU,Name\nA,3.5" glass', [[2, 'A', '3.5" glass']]],
    ['with blanks around quotes', 'SKU, Name\n "A" , "Blue, big" ', [[2, 'A', 'Blue, big']]],
    ['after a byte order mark', '\uFEFFSKU,Name\nA,B', [[2, 'A', 'B']]],
    ['that end within quotes', 'SKU,Name\nA,"B"', [[2, 'A', 'B']]],
    ['that end with a blank cell', 'SKU,Name\nA,', [[2, 'A', '']]],
    [
      'behind any number of blank ones',
      `SKU,Name\nA,B${'\n'.repeat(300_000)}C,D`,
      [
        [2, 'A', 'B'],
        [300_002, 'C', 'D'],
      ],
    ],
  ])('are read %s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
    expect(tableOf(text).lines.map(({ problem }) => problem)).toEqual(rows.map(() => null));
  });

  test('keep the columns of a heading left blank', () => {
    expect(tableOf('\tName\n1\tBlue').headers).toEqual(['', 'Name']);
  });

  test.each<[string, string, string]>([
    [
      'has more cells than the header',
      'SKU,Name,Price\nA,Blue, big,5',
      'The row has 4 cells, the header has 3. Put cells that contain a separator in quotes.',
    ],
    [
      'has text behind a quote',
      'SKU,Name,Price\nA,"5" pipe,3',
      'The row has text after a closing quote. Double the quotes within a cell.',
    ],
  ])('are told by their number when one %s, and the others are read', (_, text, problem) => {
    expect(tableOf(`${text}\nB,Red,7`).lines).toMatchObject([
      { row: 2, problem },
      { row: 3, cells: ['B', 'Red', '7'], problem: null, note: null },
    ]);
  });

  test.each<[string, string, string]>([
    ['fewer', 'A,Blue', 'The row has 2 cells, the header has 3, so the last ones count as blank.'],
    ['blank ones more', 'A,Blue,5,,', 'The row has 5 cells, the header has 3; the rest are blank.'],
  ])('of %s cells are read, and told', (_, line, note) => {
    expect(tableOf(`SKU,Name,Price\n${line}`).lines).toMatchObject([{ row: 2, problem: null, note }]);
  });

  test('that one quote runs together are told', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `S${at},Name,5`).join('\n');
    const [first] = tableOf(`SKU,Name,Price\nA,"Blue,5\n${lines}\nB,5" glass,7`).lines;
    expect(first).toMatchObject({ row: 2, problem: expect.stringMatching(/It runs over 32 lines: is a quote/) });
  });

  test.each<[string, string]>([
    [
      'SKU,Name\nA,Blue\n\nB,"Red\nC,Green\n',
      'Row 4 has a quote that isn’t closed, so nothing after it can be read. Close it, or take it out.',
    ],
    ['SKU,"Na"me\nA,B', 'Row 1 has text after a closing quote. Double the quotes within a cell.'],
  ])('%o isn’t read: %s', (text, problem) => {
    expect(read(text)).toEqual({ problem });
  });
});

describe('a table written by any spreadsheet', () => {
  const SEPARATORS = [',', ';', '\t', '|'];
  const letters = fc.constantFrom(...'abcXYZ 019.,;|\t"\'=$€é½’ñŠ', '\n');
  const cell = fc.string({ unit: letters, maxLength: 12 });
  const wide = fc.string({ unit: fc.constantFrom('Δ', '語', '𝒳', '"', ',', 'é', 'a', '\n'), maxLength: 8 });
  const heading = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 8 });
  const ends = fc.constantFrom('\n', '\r\n', '\r');

  type Written = { separator: string; end: string; quotesAll: boolean; named: boolean; closes: boolean };
  const writing: fc.Arbitrary<Written> = fc.record({
    separator: fc.constantFrom(...SEPARATORS),
    end: ends,
    quotesAll: fc.boolean(),
    named: fc.boolean(),
    closes: fc.boolean(),
  });
  const table = (cells: fc.Arbitrary<string>) =>
    fc
      .integer({ min: 2, max: 6 })
      .chain((columns) =>
        fc.tuple(
          fc.array(heading, { minLength: columns, maxLength: columns }),
          fc.array(fc.array(cells, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 12 }),
        ),
      );

  function write(rows: readonly (readonly string[])[], { separator, end, quotesAll, named, closes }: Written): string {
    const quoted = (text: string) => `"${text.replaceAll('\n', end).replaceAll('"', '""')}"`;
    const one = (text: string) =>
      quotesAll || text.includes(separator) || /["\n\r]|^ | $/.test(text) ? quoted(text) : text;
    const lines = rows.map((cells) => cells.map(one).join(separator)).join(end);
    return `${named ? `sep=${separator}${end}` : ''}${lines}${closes ? end : ''}`;
  }
  const expected = (rows: readonly (readonly string[])[]) =>
    rows.map((cells, at) => ({ row: at + 2, cells })).filter(({ cells }) => cells.some((text) => text.trim() !== ''));
  const found = (text: string) => {
    const { headers, lines } = tableOf(text);
    return { headers, lines: lines.map(({ row, cells }) => ({ row, cells })) };
  };

  test('is read back as it was, whatever its separator, quotes and line ends', () => {
    fc.assert(
      fc.property(table(cell), writing, ([headers, rows], how) => {
        const lines = expected(rows);
        const text = write([headers, ...rows], { ...how, named: true });
        if (lines.length === 0) return;
        expect(found(text)).toEqual({ headers, lines });
      }),
      { seed: 420, numRuns: 400 },
    );
  });

  test('is read back without a word about its separator', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc 019"\n'), maxLength: 12 });
    fc.assert(
      fc.property(table(plain), writing, ([headers, rows], how) => {
        const lines = expected(rows);
        if (lines.length > 0) expect(found(write([headers, ...rows], how))).toEqual({ headers, lines });
      }),
      { seed: 421, numRuns: 400 },
    );
  });

  test('is read back from bytes, whatever their encoding and mark, and across the pauses', () => {
    const utf8 = (text: string) => new TextEncoder().encode(text);
    const utf16 = (text: string, isLittle: boolean) => {
      const view = new DataView(new ArrayBuffer(2 + text.length * 2));
      view.setUint16(0, 0xfeff, isLittle);
      for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
      return new Uint8Array(view.buffer);
    };
    const encodings: ((text: string) => Uint8Array)[] = [
      utf8,
      (text) => utf8(`\uFEFF${text}`),
      (text) => utf16(text, true),
      (text) => utf16(text, false),
    ];
    fc.assert(
      fc.property(table(wide), writing, fc.constantFrom(...encodings), ([headers, rows], how, encode) => {
        const lines = expected(rows);
        if (lines.length === 0) return;
        const { text } = textOfFile(encode(write([headers, ...rows], { ...how, named: true })));
        expect(found(text ?? '')).toEqual({ headers, lines });
      }),
      { seed: 422, numRuns: 300 },
    );
  });

  test('keeps every letter and line break wherever a piece ends', () => {
    const PIECE = 128 * 1024;
    const before = 'SKU,Name\nA,';
    for (const text of ['"é\r\n𝒳""½"', '"one"\r\nB,"two"', 'plain é\r\nB,x']) {
      for (let shift = 0; shift <= text.length; shift += 1) {
        const pad = 'x'.repeat(PIECE - before.length - shift);
        const whole = `${before}${pad}\r\nC,${text}`;
        const short = `SKU,Name\nA,x\r\nC,${text}`;
        expect(tableOf(whole).lines.slice(1)).toEqual(tableOf(short).lines.slice(1));
      }
    }
  });

  test('never throws, whatever the text', () => {
    const unit = fc.constantFrom(...'ab,;\t|"\r\n =', 'sep=', '\uFEFF');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const table = read(text);
        if ('problem' in table) return;
        const numbers = table.lines.map(({ row }) => row);
        expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
      }),
      { seed: 423, numRuns: 500 },
    );
  });
});
