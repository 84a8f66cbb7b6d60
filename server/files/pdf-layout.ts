import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);
// By their files: under a registered name, a font that is the document's own too is read again with every text.
const FONTS = {
  text: resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
  strong: resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
} as const;

const MARGIN = 48;
/** Where the footer stands, below what pages are filled with. */
const FOOTER = 26;
const GAP = 10;
const LINE_GAP = 1.5;
const PALE = '#d5dcd7';
const QUIET = '#4c5a52';
const INK = '#18231c';
const ROWS_A_TURN = 20;
const PICTURE = 30;

export type Column = { title: string; share: number; align?: 'left' | 'right' };
/** A cell's text, with smaller lines below it, beside a picture (png or jpeg) or, when null, the room for one. */
export type Cell = string | { text: string; below?: readonly string[]; strong?: boolean; picture?: Buffer | null };

/** A page being filled from top to bottom, and the next ones as it is full. Sizes are in points. */
export type Paper = ReturnType<typeof paperOf>;

/**
 * A pdf on US Letter of several parts, such as orders, each on pages and page numbers of its own. It is drawn as it is
 * read, and other calls are answered meanwhile. `footer` is on every page of its part, before "Page 1 of 2". Drawing stops
 * once `gone` aborts, as when its reader has left.
 */
export async function* drawPdf<Part>(
  title: string,
  parts: Iterable<Part>,
  draw: (paper: Paper, part: Part) => Promise<{ footer: string }>,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    autoFirstPage: false,
    bufferPages: true,
    font: FONTS.text,
    info: { Title: title, Producer: 'Verdant', Creator: 'Verdant' },
    lang: 'en-US',
    displayTitle: true,
  });
  const drawing = (async () => {
    for (const part of parts) {
      await turn();
      gone.throwIfAborted();
      doc.addPage();
      const { footer } = await draw(paperOf(doc, gone), part);
      numberPages(doc, footer);
      doc.flushPages();
    }
    doc.end();
  })();
  drawing.catch((error) => doc.destroy(error));
  try {
    for await (const piece of doc) yield piece as Buffer;
  } finally {
    doc.destroy();
  }
  await drawing;
}

function numberPages(doc: PDFKit.PDFDocument, footer: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at);
    const { width, height, margins } = doc.page;
    // Text below the bottom margin would begin another page.
    margins.bottom = 0;
    doc.font(FONTS.text).fontSize(8).fillColor(QUIET);
    const text = `${footer} · Page ${at + 1} of ${count}`;
    doc.text(text, MARGIN, height - FOOTER - 8, { width: width - 2 * MARGIN, align: 'center', lineBreak: false });
    margins.bottom = MARGIN;
  }
}

function paperOf(doc: PDFKit.PDFDocument, gone: AbortSignal) {
  const width = doc.page.width - 2 * MARGIN;
  const bottom = () => doc.page.height - MARGIN;
  let y = MARGIN;

  const measure = (text: string, at: { width: number; size: number; font?: keyof typeof FONTS }) => {
    doc.font(FONTS[at.font ?? 'text']).fontSize(at.size);
    return doc.heightOfString(text, { width: at.width, lineGap: LINE_GAP });
  };
  type Placed = { x: number; y: number; width: number; size: number } & {
    font?: keyof typeof FONTS;
    color?: string;
    align?: 'left' | 'right';
  };
  const write = (
    text: string,
    { x, y: top, width: wide, size, font = 'text', color = INK, align = 'left' }: Placed,
  ) => {
    doc.font(FONTS[font]).fontSize(size).fillColor(color);
    doc.text(text, x, top, { width: wide, align, lineGap: LINE_GAP });
  };
  const newPage = () => {
    doc.addPage();
    y = MARGIN;
  };
  const rule = (color = PALE) => {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.7)
      .strokeColor(color)
      .stroke();
  };

  /** Starts another page unless as much still fits on this one. */
  function keep(height: number): void {
    if (y + height > bottom()) newPage();
  }

  /** The document's name, beside a picture (png or jpeg) and the sender's lines. */
  function heading(title: string, sender: { picture: Buffer | null; lines: readonly string[] }): void {
    const side = 44;
    let x = MARGIN;
    if (sender.picture) {
      doc.image(sender.picture, MARGIN, y, { fit: [side, side] });
      x += side + GAP;
    }
    const half = width / 2 - (x - MARGIN);
    const [name = '', ...rest] = sender.lines;
    write(name, { x, y, width: half, size: 11, font: 'strong' });
    const below = y + measure(name, { width: half, size: 11, font: 'strong' });
    write(rest.join('\n'), { x, y: below, width: half, size: 8.5, color: QUIET });
    write(title, { x: MARGIN + width / 2, y, width: width / 2, size: 19, font: 'strong', align: 'right' });
    y = Math.max(below + measure(rest.join('\n'), { width: half, size: 8.5 }), y + side) + GAP * 1.6;
    rule();
    y += GAP;
  }

  /** Columns of labelled facts; what is empty is left out. */
  function facts(columns: readonly (readonly (readonly [label: string, text: string])[])[]): void {
    const wide = (width - GAP * (columns.length - 1)) / columns.length;
    let lowest = y;
    for (const [at, column] of columns.entries()) {
      let top = y;
      for (const [label, text] of column) {
        if (!text) continue;
        const x = MARGIN + at * (wide + GAP);
        write(label, { x, y: top, width: wide, size: 8, color: QUIET });
        top += measure(label, { width: wide, size: 8 });
        write(text, { x, y: top, width: wide, size: 9.5 });
        top += measure(text, { width: wide, size: 9.5 }) + 5;
      }
      lowest = Math.max(lowest, top);
    }
    y = lowest + GAP / 2;
  }

  /**
   * A table; its head is repeated on every page, and no row is torn apart that fits on one. Other calls are answered
   * while a long one is drawn.
   */
  async function table(columns: readonly Column[], rows: Iterable<readonly Cell[]>): Promise<void> {
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / total) * (width - GAP * (columns.length - 1)));
    const places = widths.map((_, at) => MARGIN + widths.slice(0, at).reduce((sum, one) => sum + one + GAP, 0));
    const head = () => {
      for (const [at, { title, align = 'left' }] of columns.entries())
        write(title, { x: places[at] ?? 0, y, width: widths[at] ?? 0, size: 8, color: QUIET, align });
      y += 14;
      rule(QUIET);
      y += 5;
    };
    keep(60);
    head();
    let drawn = 0;
    for (const row of rows) {
      drawn += 1;
      if (drawn % ROWS_A_TURN === 0) await turn();
      gone.throwIfAborted();
      const cells = row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell));
      const roomOf = ({ picture }: (typeof cells)[number]) => (picture === undefined ? 0 : PICTURE + GAP);
      const heights = cells.map(({ text, below = [], ...cell }, at) => {
        const wide = (widths[at] ?? 0) - roomOf({ text, ...cell });
        const font = cell.strong ? 'strong' : 'text';
        const small = below.reduce((sum, line) => sum + measure(line, { width: wide, size: 8 }), 0);
        return Math.max(measure(text, { width: wide, size: 9.5, font }) + small, cell.picture ? PICTURE : 0);
      });
      const height = Math.max(...heights);
      if (y + height > bottom()) {
        newPage();
        head();
      }
      for (const [at, cell] of cells.entries()) {
        const { text, below = [], strong, picture } = cell;
        const room = roomOf(cell);
        const [x, wide] = [(places[at] ?? 0) + room, (widths[at] ?? 0) - room];
        if (picture) doc.image(picture, x - room, y, { fit: [PICTURE, PICTURE] });
        const align = columns[at]?.align ?? 'left';
        const font = strong ? 'strong' : 'text';
        write(text, { x, y, width: wide, size: 9.5, font, align });
        let top = y + measure(text, { width: wide, size: 9.5, font });
        for (const line of below) {
          write(line, { x, y: top, width: wide, size: 8, color: QUIET, align });
          top += measure(line, { width: wide, size: 8 });
        }
      }
      y += height + 4;
      rule();
      y += 5;
    }
  }

  /** A heading of what follows, kept with at least its beginning. */
  function section(title: string): void {
    gone.throwIfAborted();
    keep(90);
    y += 8;
    write(title, { x: MARGIN, y, width, size: 12.5, font: 'strong' });
    y += measure(title, { width, size: 12.5, font: 'strong' }) + 6;
  }

  /** Labelled amounts at the right, those of `strong` emphasized; they stay together. */
  function sums(rows: readonly (readonly [label: string, amount: string])[], strong: readonly string[]): void {
    keep(rows.length * 17 + GAP);
    y += 4;
    const [x, wide] = [MARGIN + width * 0.6, width * 0.4];
    for (const [label, amount] of rows) {
      const font = strong.includes(label) ? 'strong' : 'text';
      write(label, { x, y, width: wide, size: 10, font });
      write(amount, { x, y, width: wide, size: 10, font, align: 'right' });
      y += 17;
    }
  }

  /** A paragraph under a small heading; nothing when empty. */
  function note(label: string, text: string): void {
    if (!text) return;
    keep(measure(text, { width, size: 9.5 }) + 20);
    y += 6;
    write(label, { x: MARGIN, y, width, size: 8, color: QUIET });
    y += 12;
    write(text, { x: MARGIN, y, width, size: 9.5 });
    y += measure(text, { width, size: 9.5 });
  }

  /** Lines to sign on. */
  function signatures(labels: readonly string[]): void {
    keep(70);
    y += 44;
    const wide = (width - GAP * 2 * (labels.length - 1)) / labels.length;
    for (const [at, label] of labels.entries()) {
      const x = MARGIN + at * (wide + GAP * 2);
      doc
        .moveTo(x, y)
        .lineTo(x + wide, y)
        .lineWidth(0.7)
        .strokeColor(QUIET)
        .stroke();
      write(label, { x, y: y + 4, width: wide, size: 8, color: QUIET });
    }
    y += 20;
  }

  return { heading, facts, section, table, sums, note, signatures };
}
