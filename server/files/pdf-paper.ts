import { setImmediate as turn } from 'node:timers/promises';
import type { Face, Line, Style, typesetter } from './pdf-text';

export const MARGIN = 48;
export const QUIET = '#4c5a52';
const GAP = 10;
const PALE = '#d5dcd7';
const INK = '#18231c';
const PICTURE = 30;
/** Other calls are answered after as many letters; a row without any takes as long as some. */
const LETTERS_A_TURN = 4000;
const ROW_IN_LETTERS = 200;
/** A paragraph of at most so many lines isn't torn by a page's end. */
const KEPT_LINES = 4;

type Align = 'left' | 'right';
/** A column of a table. At the right are figures: they are set smaller rather than torn. */
export type Column = { title: string; share: number; align?: Align };
/** A cell's text, with smaller lines below it, beside a picture (png or jpeg) or, when null, the room for one. */
export type Cell = string | { text: string; below?: readonly string[]; strong?: boolean; picture?: Buffer | null };

/** A line of a text; `isKept` on the page of the line before it. */
type Piece = { line: Line; color: string; align: Align; after: number; isKept: boolean };
/** Lines below each other, in one of several columns. */
type Stack = { x: number; width: number; pieces: readonly Piece[]; picture?: Buffer | null };

/** A page being filled from top to bottom, and the next ones as it is full. Sizes are in points. */
export type Paper = ReturnType<typeof paperOf>;

export function paperOf(doc: PDFKit.PDFDocument, type: ReturnType<typeof typesetter>, gone: AbortSignal) {
  const width = doc.page.width - 2 * MARGIN;
  const bottom = () => doc.page.height - MARGIN;
  let y = MARGIN;
  let letters = 0;

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
  const pieceHeight = ({ line, after }: Piece) => type.heightOf(line) + after;
  const heightOf = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + pieceHeight(piece), 0);
  /** Takes off the pieces that fit into a height; of a short paragraph all lines or none. */
  const takeFitting = (pieces: Piece[], room: number): Piece[] => {
    let [end, height] = [0, 0];
    for (; end < pieces.length; end++) {
      height += pieceHeight(pieces[end] as Piece);
      if (height > room) break;
    }
    while (pieces[end]?.isKept) end -= 1;
    return pieces.splice(0, end);
  };

  type Set = Style & { width: number; color?: string; align?: Align; most?: number; after?: number };
  const set = (text: string, { color = INK, align = 'left', after = 0, ...style }: Set): Piece[] => {
    const lines = type.linesOf(text, style);
    let isShort = false;
    return lines.map((line, at) => {
      if (line.isFirst)
        isShort =
          lines[at + KEPT_LINES] === undefined ||
          lines.slice(at + 1, at + 1 + KEPT_LINES).some(({ isFirst }) => isFirst);
      return { line, color, align, after: at === lines.length - 1 ? after : 0, isKept: isShort && !line.isFirst };
    });
  };
  const drawPieces = (pieces: readonly Piece[], x: number, top: number, wide: number) => {
    let at = top;
    for (const piece of pieces) {
      type.draw(piece.line, { x, y: at, width: wide, color: piece.color, align: piece.align });
      at += pieceHeight(piece);
    }
  };

  /** Starts another page unless as much still fits on this one. */
  function keep(height: number): void {
    if (y + height > bottom()) newPage();
  }

  /** Others are answered once enough was set. */
  async function pause(set: number): Promise<void> {
    letters += set;
    if (letters < LETTERS_A_TURN) return;
    letters = 0;
    await turn();
    gone.throwIfAborted();
  }

  /**
   * Stacks beside each other, whole on a page if they fit on one; longer ones go on over the next pages, below what
   * `begin` draws there.
   */
  async function flow(stacks: readonly Stack[], begin: { height: number; draw: () => void }): Promise<void> {
    const left = stacks.map(({ pieces }) => [...pieces]);
    const pictures = stacks.map(({ picture }) => (picture ? PICTURE : 0));
    const whole = Math.max(...left.map(heightOf), ...pictures);
    if (y + whole > bottom() && whole <= bottom() - MARGIN - begin.height) {
      newPage();
      begin.draw();
    }
    for (const [at, { picture, x }] of stacks.entries())
      if (picture) doc.image(picture, x - (pictures[at] ?? 0) - GAP, y, { fit: [PICTURE, PICTURE] });
    let lowest = y + Math.max(...pictures);
    for (;;) {
      let drawn = 0;
      for (const [at, { x, width: wide }] of stacks.entries()) {
        const fitting = takeFitting(left[at] ?? [], bottom() - y);
        drawPieces(fitting, x, y, wide);
        lowest = Math.max(lowest, y + heightOf(fitting));
        drawn += fitting.length;
        await pause(
          fitting.reduce((sum, { line }) => sum + line.runs.reduce((all, { text }) => all + text.length, 0), 0),
        );
      }
      if (left.every(({ length }) => length === 0)) break;
      const isFresh = y <= MARGIN + begin.height;
      // A line that fits on no page is left out, rather than to turn pages for ever.
      if (drawn === 0 && isFresh) break;
      newPage();
      begin.draw();
      lowest = y;
    }
    y = lowest;
    await pause(ROW_IN_LETTERS);
  }

  const NOTHING = { height: 0, draw: () => {} };

  /** The document's name, beside a picture (png or jpeg) and the sender's lines. */
  async function heading(title: string, sender: { picture: Buffer | null; lines: readonly string[] }): Promise<void> {
    const side = 44;
    let x = MARGIN;
    if (sender.picture) {
      doc.image(sender.picture, MARGIN, y, { fit: [side, side] });
      x += side + GAP;
    }
    const top = y;
    const half = width / 2 - GAP - (x - MARGIN);
    const [name = '', ...rest] = sender.lines;
    const size = type.sizeWithin(title, { width: width / 2, size: 19, face: 'strong' });
    await flow(
      [
        {
          x,
          width: half,
          pieces: [
            ...set(name, { width: half, size: 11, face: 'strong' }),
            ...rest.flatMap((line) => set(line, { width: half, size: 8.5, color: QUIET })),
          ],
        },
        {
          x: MARGIN + width / 2,
          width: width / 2,
          pieces: set(title, { width: width / 2, size, face: 'strong', align: 'right' }),
        },
      ],
      NOTHING,
    );
    y = Math.max(y, top + side) + GAP * 1.6;
    rule();
    y += GAP;
  }

  /** Columns of labelled facts; what is empty is left out. */
  async function facts(columns: readonly (readonly (readonly [label: string, text: string])[])[]): Promise<void> {
    const wide = (width - GAP * (columns.length - 1)) / columns.length;
    const stacks = columns.map((column, at) => ({
      x: MARGIN + at * (wide + GAP),
      width: wide,
      pieces: column
        .filter(([, text]) => text)
        .flatMap(([label, text]) => [
          ...set(label, { width: wide, size: 8, color: QUIET }),
          ...set(text, { width: wide, size: 9.5, after: 5 }),
        ]),
    }));
    await flow(stacks, NOTHING);
    y += GAP / 2;
  }

  /**
   * A table; its head is repeated on every page, and no row is torn apart that fits on one. Other calls are answered
   * while a long one is drawn.
   */
  async function table(columns: readonly Column[], rows: Iterable<readonly Cell[]>): Promise<void> {
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / total) * (width - GAP * (columns.length - 1)));
    const places = widths.map((_, at) => MARGIN + widths.slice(0, at).reduce((sum, one) => sum + one + GAP, 0));
    const draw = () => {
      for (const [at, { title, align = 'left' }] of columns.entries()) {
        const wide = widths[at] ?? 0;
        const pieces = set(title, { width: wide, size: 8, color: QUIET, align, most: 1 });
        drawPieces(pieces, places[at] ?? 0, y, wide);
      }
      y += 14;
      rule(QUIET);
      y += 5;
    };
    keep(60);
    draw();
    for (const row of rows) {
      gone.throwIfAborted();
      const stacks = row.map((cell, at): Stack => {
        const { text, below = [], strong, picture } = typeof cell === 'string' ? { text: cell } : cell;
        const room = picture === undefined ? 0 : PICTURE + GAP;
        const wide = (widths[at] ?? 0) - room;
        const align = columns[at]?.align ?? 'left';
        const within = (words: string, size: number, face: Face = 'text') => ({
          width: wide,
          face,
          align,
          size: align === 'right' ? type.sizeWithin(words, { width: wide, size, face }) : size,
        });
        return {
          x: (places[at] ?? 0) + room,
          width: wide,
          pieces: [
            ...set(text, within(text, 9.5, strong ? 'strong' : 'text')),
            ...below.flatMap((line) => set(line, { ...within(line, 8), color: QUIET })),
          ],
          ...(picture && { picture }),
        };
      });
      await flow(stacks, { height: 19, draw });
      y += 4;
      rule();
      y += 5;
    }
  }

  /** A heading of what follows, kept with at least its beginning. */
  function section(title: string): void {
    gone.throwIfAborted();
    const pieces = set(title, { width, size: 12.5, face: 'strong', most: 4 });
    keep(70 + heightOf(pieces));
    y += 8;
    drawPieces(pieces, MARGIN, y, width);
    y += heightOf(pieces) + 6;
  }

  /** Labelled amounts at the right, those of `strong` emphasized; they stay together. */
  function sums(rows: readonly (readonly [label: string, amount: string])[], strong: readonly string[]): void {
    const [x, wide] = [MARGIN + width * 0.6, width * 0.4];
    const sized = rows.map(([label, amount]) => {
      const face: Face = strong.includes(label) ? 'strong' : 'text';
      const size = type.sizeWithin(amount, { width: wide * 0.7, size: 10, face });
      const room = wide - GAP - type.widthOf(amount, { size, face });
      return {
        amount: set(amount, { width: wide, size, face, align: 'right' }),
        label: set(label, { width: room, size: 10, face, after: 2.5 }),
      };
    });
    keep(sized.reduce((sum, { label }) => sum + heightOf(label), 0) + GAP);
    y += 4;
    for (const { label, amount } of sized) {
      drawPieces(label, x, y, wide);
      drawPieces(amount, x, y, wide);
      y += heightOf(label);
    }
  }

  /** A paragraph under a small heading; nothing when empty. */
  async function note(label: string, text: string): Promise<void> {
    if (!text) return;
    y += 6;
    const pieces = [...set(label, { width, size: 8, color: QUIET }), ...set(text, { width, size: 9.5 })];
    await flow([{ x: MARGIN, width, pieces }], NOTHING);
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
      drawPieces(set(label, { width: wide, size: 8, color: QUIET }), x, y + 4, wide);
    }
    y += 20;
  }

  return { heading, facts, section, table, sums, note, signatures };
}
