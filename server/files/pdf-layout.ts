import { setImmediate as turn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { MARGIN, type Paper, paperOf, QUIET } from './pdf-paper';
import { piecesOf } from './pdf-pieces';
import { FONTS, typesetter } from './pdf-text';

/** Where the footer stands, below what pages are filled with. */
const FOOTER = 26;

/** What a pdf's window and properties show: its title, and whose document it is. */
export type About = { title: string; author: string };

/**
 * A pdf on US Letter of several parts, such as orders, each on pages and page numbers of its own. It is drawn as it is
 * read, and other calls are answered meanwhile. `footer` is on every page of its part, before "Page 1 of 2". Drawing stops
 * once `gone` aborts, as when its reader has left.
 */
export async function* drawPdf<Part>(
  { title, author }: About,
  parts: Iterable<Part>,
  draw: (paper: Paper, part: Part) => Promise<{ footer: string }>,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    autoFirstPage: false,
    bufferPages: true,
    font: FONTS.text.own,
    info: { Title: title, Author: author, Producer: 'Verdant', Creator: 'Verdant' },
    lang: 'en-US',
    displayTitle: true,
  });
  const type = typesetter(doc);
  yield* piecesOf(doc, async () => {
    for (const part of parts) {
      await turn();
      gone.throwIfAborted();
      doc.addPage();
      const { footer } = await draw(paperOf(doc, type, gone), part);
      numberPages(doc, type, footer);
      doc.flushPages();
    }
    doc.end();
  });
}

function numberPages(doc: PDFKit.PDFDocument, type: ReturnType<typeof typesetter>, footer: string): void {
  const { start, count } = doc.bufferedPageRange();
  const size = 8;
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at);
    const width = doc.page.width - 2 * MARGIN;
    const place = { font: FONTS.text.own, text: ` · Page ${at + 1} of ${count}` };
    const own = type.widthOf(place.text, { size });
    const [named] = type.linesOf(footer, { width: width - own, size, most: 1 });
    if (named === undefined) continue;
    const line = { ...named, runs: [...named.runs, place], width: named.width + own };
    type.draw(line, { x: MARGIN, y: doc.page.height - FOOTER - size, width, color: QUIET, align: 'center' });
  }
}
