/** A symbology identifier, by which scanners say the kind of barcode before its text: ]C1, ]A0, ]d2. */
const SYMBOLOGY = /\][a-z][0-9a-z]/gi;
/** What separates texts of barcodes: control characters such as GS1's group separator. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them
const CONTROL = /[\u0000-\u001f]+/;
/** Code 39's asterisks, which are around a text; one within it or at one end belongs to it. */
const ASTERISKS = /^\*(.*)\*$|^\*$/;
const MARKED = new RegExp(`^${SYMBOLOGY.source}|${CONTROL.source}|${ASTERISKS.source}`, 'i');

/** Whether a text has marks that only scanners make. */
export const isMarked = (text: string): boolean => MARKED.test(text.trim());

/** The texts of the barcodes in what was scanned, without the marks of their kind; blanks are kept. */
export const scannedTexts = (text: string): string[] =>
  text
    .replace(SYMBOLOGY, '\n')
    .split(CONTROL)
    .flatMap((part) => withoutAsterisks(part.trim()))
    .map((part) => part.trim())
    .filter((part) => part !== '');

function withoutAsterisks(part: string): string[] {
  const found = ASTERISKS.exec(part);
  return found === null ? [part] : (found[1] ?? '').split('**');
}

/** The number of an article in a barcode of GS1, of 14 digits, behind the identifier that says so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them
const ARTICLE = /\](?:c1|e0|d2|q3)\u001d?01(\d{14})/gi;

/**
 * A scanned SKU without the marks of its barcode, the last of several; of GS1's barcodes the article's number, as short
 * as its UPC or EAN. Null when there are no marks, as in what people type.
 */
export function scannedSku(text: string): string | null {
  if (!isMarked(text)) return null;
  const article = [...text.matchAll(ARTICLE)].at(-1)?.[1];
  return article?.replace(/^00?(?=\d{12,13}$)/, '') ?? scannedTexts(text).at(-1) ?? '';
}

/** Whether a text was scanned rather than typed as a number: it has a scanner's marks, or the digits of a UPC or EAN. */
export const isBarcode = (text: string): boolean => isMarked(text) || /^\d{12,14}$/.test(text.trim());
