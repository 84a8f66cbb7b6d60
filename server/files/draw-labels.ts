import { setImmediate as turn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { About } from './pdf-layout';
import { QUIET } from './pdf-paper';
import { piecesOf } from './pdf-pieces';
import { FONTS, typesetter } from './pdf-text';

/** A label to print: a tag's barcode as widths of bars and spaces in turn, and lines below it, the first one strong. */
export type Label = { bars: readonly number[]; lines: readonly string[] };

/** Four by two inches, as label printers take them; in points. */
const [WIDE, HIGH] = [288, 144];
const MARGIN = 12;
const BAR_HEIGHT = 58;
/** Modules that stay white before and after a barcode. */
const QUIET_ZONE = 10;
/** Other calls are answered after as many labels. */
const TOGETHER = 20;

/** A pdf of labels, one a page, drawn as it is read. Stops once `gone` aborts. */
export async function* drawLabels(
  { title, author }: About,
  labels: readonly Label[],
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({
    size: [WIDE, HIGH],
    margin: MARGIN,
    autoFirstPage: false,
    font: FONTS.text.own,
    info: { Title: title, Author: author, Producer: 'Verdant', Creator: 'Verdant' },
    lang: 'en-US',
    displayTitle: true,
  });
  const type = typesetter(doc);
  yield* piecesOf(doc, async () => {
    for (const [at, label] of labels.entries()) {
      if (at % TOGETHER === 0) await turn();
      gone.throwIfAborted();
      doc.addPage();
      drawBars(doc, label.bars);
      drawLines(type, label.lines);
    }
    if (labels.length === 0) doc.addPage();
    doc.end();
  });
}

function drawBars(doc: PDFKit.PDFDocument, bars: readonly number[]): void {
  const modules = bars.reduce((all, width) => all + width, 2 * QUIET_ZONE);
  const module = (WIDE - 2 * MARGIN) / modules;
  let x = MARGIN + QUIET_ZONE * module;
  for (const [at, width] of bars.entries()) {
    if (at % 2 === 0) doc.rect(x, MARGIN, width * module, BAR_HEIGHT);
    x += width * module;
  }
  doc.fill('#000000');
}

function drawLines(type: ReturnType<typeof typesetter>, lines: readonly string[]): void {
  const width = WIDE - 2 * MARGIN;
  let y = MARGIN + BAR_HEIGHT + 6;
  for (const [at, text] of lines.entries()) {
    const size = at === 0 ? 11 : 8.5;
    const [line] = type.linesOf(text, { width, size, face: at === 0 ? 'strong' : 'text', most: 1 });
    if (line === undefined) continue;
    type.draw(line, { x: MARGIN, y, width, color: at === 0 ? '#000000' : QUIET, align: 'left' });
    y += type.heightOf(line) + 2;
  }
}
