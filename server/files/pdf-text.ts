import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** By their files: under a registered name, a font that is the document's own too is read again with every text. */
export const FONTS = {
  text: {
    own: resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
    more: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  },
  strong: {
    own: resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
    more: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
} as const;
export type Face = keyof typeof FONTS;

/** Longer texts are cut: nobody reads more on paper. */
const MOST_LETTERS = 20_000;
const LINE_GAP = 1.5;
/** What both fonts have, so that it needn't be looked up. */
const PLAIN = /^[ -~]+$/;
/** In points; a figure is never smaller, and rather torn. */
const SMALLEST = 5;
/** Stands for a letter that no font here has and that can't be spelled otherwise. */
const UNKNOWN = '?';
/** What stands for half of a character, once a text is well formed. */
const LOST = '\ufffd';
/** Marks that only say how what is beside them is drawn, such as joiners and hyphens for the end of a line. */
const UNSEEN = /^[\p{Cf}\p{Cc}\p{Variation_Selector}\p{Emoji_Modifier}]$/u;
/** Pictures that no font here has say nothing that paper needs: "OG Kush ?" would ask what it is. */
const DECORATION = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]$/u;
const PER_EM = 1000;
/** In letters. Longer words are torn before they are measured, which takes as long for a word as for all its letters. */
const MOST_UNTORN = 200;
/** In points: widths that are added up differ by less. */
const NOTHING = 0.01;

/** Letters that are drawn with one font. */
type Run = { font: string; text: string };
/** One line as it is drawn; its width is in points. `isFirst` of a paragraph. */
export type Line = { runs: readonly Run[]; width: number; size: number; face: Face; isFirst: boolean };
export type Style = { size: number; face?: Face };

/** What pdfkit keeps of a font, which its types leave out. */
type OpenedFont = { ascender: number; descender: number; font: { hasGlyphForCodePoint(code: number): boolean } };

const spelled = new Map<string, Run[]>();

/**
 * Sets text in lines of a width: each letter in a font that has it, or spelled otherwise. Takes as long as the text is,
 * whatever it is: a word without a blank is torn where it must be.
 */
export function typesetter(doc: PDFKit.PDFDocument) {
  const letterWidths = new Map<string, number>();

  const open = (font: string) => (doc.font(font) as unknown as { _font: OpenedFont })._font;
  const has = (font: string, letter: string) => open(font).font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

  /** A letter in the fonts of a face: its own, the wider one, or other letters that mean it. */
  function spell(letter: string, face: Face): Run[] {
    const key = `${face} ${letter}`;
    const known = spelled.get(key);
    if (known !== undefined) return known;
    const runs = spellAnew(letter, face);
    spelled.set(key, runs);
    return runs;
  }

  function spellAnew(letter: string, face: Face): Run[] {
    const { own, more } = FONTS[face];
    if (UNSEEN.test(letter)) return [];
    if (letter === LOST) return [{ font: own, text: UNKNOWN }];
    for (const font of [own, more]) if (has(font, letter)) return [{ font, text: letter }];
    if (DECORATION.test(letter)) return [];
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    if (plain !== letter) return [...plain].flatMap((one) => spell(one, face));
    return [{ font: own, text: UNKNOWN }];
  }

  function runsOf(text: string, face: Face): Run[] {
    if (PLAIN.test(text)) return [{ font: FONTS[face].own, text }];
    const runs: Run[] = [];
    for (const letter of text) {
      for (const { font, text: drawn } of spell(letter, face)) {
        const last = runs.at(-1);
        if (last?.font === font) last.text += drawn;
        else runs.push({ font, text: drawn });
      }
    }
    return runs;
  }

  const widthOfRuns = (runs: readonly Run[], size: number) =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0);

  const widthOf = (text: string, { size, face = 'text' }: Style) => widthOfRuns(runsOf(text, face), size);

  function letterWidth(letter: string, { size, face = 'text' }: Style): number {
    const key = `${face} ${letter}`;
    const known = letterWidths.get(key) ?? widthOf(letter, { size: PER_EM, face });
    letterWidths.set(key, known);
    return (known * size) / PER_EM;
  }

  /** How many letters of these fit, at least one; rather up to a hyphen or slash. */
  function fitting(letters: readonly string[], from: number, width: number, style: Style): number {
    let [wide, end, mark] = [0, from, 0];
    for (; end < letters.length; end++) {
      const letter = letters[end] ?? '';
      wide += letterWidth(letter, style);
      if (wide > width + NOTHING && end > from) break;
      if (/[-/_,;–—]/u.test(letter)) mark = end + 1;
    }
    return end < letters.length && mark - from > (end - from) / 2 ? mark : end;
  }

  function torn(word: string, width: number, style: Style): string[] {
    const letters = [...word];
    const pieces: string[] = [];
    for (let from = 0; from < letters.length; ) {
      const to = fitting(letters, from, width, style);
      pieces.push(letters.slice(from, to).join(''));
      from = to;
    }
    return pieces;
  }

  const lineOf = (text: string, { size, face = 'text' }: Style, isFirst: boolean): Line => {
    const runs = runsOf(text, face);
    return { runs, width: widthOfRuns(runs, size), size, face, isFirst };
  };

  /** The lines of a text; of more than `most`, the last one ends with an ellipsis. */
  function linesOf(text: string, { width, most, ...style }: Style & { width: number; most?: number }): Line[] {
    const written = text.toWellFormed().normalize('NFC');
    const kept = written.length > MOST_LETTERS ? `${written.slice(0, MOST_LETTERS).toWellFormed()}…` : written;
    const space = widthOf(' ', style);
    const found: string[] = [];
    const first = new Set<number>();
    for (const paragraph of kept.split(/\r\n|[\n\r\u2028\u2029]/u)) {
      first.add(found.length);
      let [line, wide] = ['', 0];
      for (const word of paragraph.split(/\s+/u)) {
        if (runsOf(word, style.face ?? 'text').length === 0) continue;
        const pieces = word.length > MOST_UNTORN ? torn(word, width, style) : [word];
        for (const piece of pieces) {
          const own = widthOf(piece, style);
          if (line !== '' && pieces.length === 1 && wide + space + own <= width + NOTHING) {
            line += ` ${piece}`;
            wide += space + own;
            continue;
          }
          if (line !== '') found.push(line);
          const parts = own > width + NOTHING ? torn(piece, width, style) : [piece];
          found.push(...parts.slice(0, -1));
          line = parts.at(-1) ?? '';
          wide = parts.length > 1 ? widthOf(line, style) : own;
        }
      }
      found.push(line);
    }
    const shown = most === undefined || found.length <= most ? found : [...found.slice(0, most - 1), cut(most - 1)];
    return shown.map((line, at) => lineOf(line, style, first.has(at)));

    function cut(at: number): string {
      const letters = [...`${found[at]} ${found[at + 1]}`];
      const end = fitting(letters, 0, width - letterWidth('…', style), style);
      return `${letters.slice(0, end).join('').trimEnd()}…`;
    }
  }

  /** A size, at most this, in which no word of a text is wider than its column, so that figures stay whole. */
  function sizeWithin(text: string, { width, ...style }: Style & { width: number }): number {
    const words = text.slice(0, MOST_UNTORN).split(/\s+/u).filter(Boolean);
    const widest = Math.max(...words.map((word) => widthOf(word, style)), 0);
    return widest <= width ? style.size : Math.max(SMALLEST, (style.size * width) / widest);
  }

  const heightOf = ({ size, face = 'text' }: Style) => {
    const { ascender, descender } = open(FONTS[face].own);
    return ((ascender - descender) * size) / PER_EM + LINE_GAP;
  };

  /** Draws a line with its top at `y`. */
  function draw(
    line: Line,
    at: { x: number; y: number; width: number; color: string; align?: 'left' | 'right' | 'center' },
  ): void {
    const { size, face, width } = line;
    const free = at.width - width;
    let x = at.x + (at.align === 'right' ? free : at.align === 'center' ? free / 2 : 0);
    const baseline = at.y + (open(FONTS[face].own).ascender * size) / PER_EM;
    for (const { font, text } of line.runs) {
      doc.font(font).fontSize(size).fillColor(at.color);
      doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += doc.widthOfString(text);
    }
  }

  return { linesOf, sizeWithin, heightOf, widthOf, draw };
}
