import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { drawPdf } from '../../../server/files/pdf-layout';
import type { Paper } from '../../../server/files/pdf-paper';
import { type Seen, seenIn } from '../../support/files/pdf';

const COLUMNS = [
  { title: 'Product', share: 46 },
  { title: 'Quantity', share: 24, align: 'right' },
  { title: 'Unit price', share: 15, align: 'right' },
  { title: 'Total', share: 15, align: 'right' },
] as const;
const FIGURES = ['1,234,567.891 cases', '$9,999,999.99', '$12,345,678,901,234.99'] as const;

async function drawn(draw: (paper: Paper) => Promise<void>, footer = 'Footer'): Promise<Seen> {
  const pdf = drawPdf(
    { title: 'Invoice 100001', author: 'Emerald Farms' },
    [1],
    async (paper) => {
      await draw(paper);
      return { footer };
    },
    new AbortController().signal,
  );
  return seenIn(await buffer(Readable.from(pdf, { objectMode: false })));
}

const textOf = ({ pages }: Seen) => pages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('');
const figuresOf = ({ pages }: Seen) => pages.flatMap(({ pieces }) => pieces.map(({ text }) => text.trim()));

test.each([
  ['Δ8 THC', 'Δ8 THC'],
  ['Δ⁹-THC', 'Δ⁹-THC'],
  ['α-Pinene, β-Caryophyllene, γ', 'α-Pinene, β-Caryophyllene, γ'],
  ['250 µg', '250 µg'],
  ['½ oz × 3', '½ oz × 3'],
  ['≥ 20 % ≤ 30 °F ±', '≥ 20 % ≤ 30 °F ±'],
  ['Piña Colada™ café®', 'Piña Colada™ café®'],
  ['pin\u0303a', 'piña'],
  ['Łódź Жасмин', 'Łódź Жасмин'],
  ['✓ ★ ♀ → ₂', '✓ ★ ♀ → ₂'],
  ['𝐁𝐥𝐮𝐞 Ｄｒｅａｍ', 'Blue Dream'],
  ['OG Kush 🌿 1g', 'OG Kush 1g'],
  ['Flag 🇺🇸 family 👨‍👩‍👧', 'Flag family'],
  ['Gela\u00adto', 'Gelato'],
  ['蓝梦 1g', '?? 1g'],
  ['zero\u200bwidth\ufe0f', 'zerowidth'],
  ['broken \ud83d half', 'broken ? half'],
])('%s is drawn as %s, in letters that the fonts have', async (typed, shown) => {
  for (const strong of [false, true]) {
    const seen = await drawn((paper) => paper.table([{ title: '', share: 1 }], [[{ text: typed, strong }]]));
    expect(seen.boxes).toBe(0);
    const bare = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');
    expect(bare(textOf(seen)).split('Footer')[0]).toBe(bare(shown));
  }
});

test('what is left out leaves no gap', async () => {
  const pieces = async (name: string) => {
    const [page] = (await drawn((paper) => paper.table(COLUMNS, [[name, ...FIGURES]]))).pages;
    return page?.pieces.map(({ text, left, right }) => [text, left, right]);
  };
  expect(await pieces('Gummies 🌿 10 mg')).toEqual(await pieces('Gummies 10 mg'));
});

test.each([
  ['of many words', 'Grandfather’s Reserve Blue Dream Live Resin '.repeat(5)],
  ['of a single word', 'W'.repeat(200)],
  ['of hyphens', 'Ultra-Premium-'.repeat(15)],
])('a name %s pushes no figure off the paper', async (_what, name) => {
  const seen = await drawn(async (paper) => {
    await paper.heading(`Invoice ${name}`, { picture: null, lines: [name, name] });
    await paper.facts([[['Customer', name]], [['Payment', name]], [['Payment due', '04/15/2026']]]);
    await paper.table(COLUMNS, [[{ text: name, below: [name] }, ...FIGURES]]);
    paper.section(name);
    paper.sums([['On backorder, not invoiced yet', '-$12,345,678,901,234.99']], []);
    await paper.note(name, name);
  }, name);
  for (const { width, pieces } of seen.pages) {
    expect(pieces.filter(({ left, right }) => left < 47 || right > width - 47)).toEqual([]);
    expect(pieces.filter(({ bottom }) => bottom < 20)).toEqual([]);
  }
  for (const figure of [...FIGURES, '-$12,345,678,901,234.99']) expect(textOf(seen)).toContain(figure);
  expect(textOf(seen)).toMatch(/Page 1 of \d/);
});

test('a figure stands whole beside the end of a name that fills its column', async () => {
  const seen = await drawn((paper) => paper.table(COLUMNS, [['Blue Dream '.repeat(40), ...FIGURES]]));
  const [page] = seen.pages;
  const rightOf = (text: string) => page?.pieces.find((one) => one.text.includes(text))?.right ?? Number.NaN;
  const nameEnds = Math.max(...(page?.pieces ?? []).flatMap(({ text, right }) => (text.includes('Blue') ? right : [])));
  for (const { left, text } of page?.pieces ?? [])
    if (FIGURES.some((figure) => text.includes(figure))) expect(left).toBeGreaterThan(nameEnds);
  expect(rightOf(FIGURES[2])).toBeLessThanOrEqual(612 - 47);
});

test.each(['facts', 'note', 'table'] as const)(
  'a word of 100,000 letters in %s is torn over pages, cut, and holds nobody up',
  async (part) => {
    const word = 'x'.repeat(100_000);
    let [turns, isDone] = [0, false];
    const others = () => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    const seen = await drawn(async (paper) => {
      if (part === 'table') await paper.table(COLUMNS, [[word, ...FIGURES]]);
      else if (part === 'note') await paper.note('Notes', word);
      else await paper.facts([[['Delivery', word]], [['Ordered', '04/15/2026']]]);
    });
    isDone = true;
    const text = textOf(seen);
    const many = text.split('x').length - 1;
    expect(many).toBeGreaterThan(19_000);
    expect(many).toBeLessThan(20_100);
    expect(text).toContain('…');
    expect(turns).toBeGreaterThan(4);
    for (const { width, pieces } of seen.pages)
      expect(pieces.filter(({ right, bottom }) => right > width - 47 || bottom < 20)).toEqual([]);
    if (part === 'table') for (const figure of FIGURES) expect(figuresOf(seen)).toContain(figure);
  },
);

test('the file says what it is and whose', async () => {
  const { info } = await drawn(async (paper) => paper.section('Anything'));
  expect(info).toMatchObject({ Title: 'Invoice 100001', Author: 'Emerald Farms' });
});
