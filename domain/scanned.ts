/** A symbology identifier, by which scanners say the kind of barcode before its text: ]C1, ]A0, ]d2. */
const SYMBOLOGY = /\][a-z][0-9a-z]/gi;
/** What separates or surrounds texts of barcodes: control characters such as GS1's group separator, and Code 39's asterisks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them
const AROUND = /[\u0000-\u001f*]+/;
const MARKED = new RegExp(`${SYMBOLOGY.source}|${AROUND.source}`, 'i');

/** Whether a text has marks that only scanners make. */
export const isMarked = (text: string): boolean => MARKED.test(text.trim());

/** The texts of the barcodes in what was scanned, without the marks of their kind; blanks are kept. */
export const scannedTexts = (text: string): string[] =>
  text
    .replace(SYMBOLOGY, '\n')
    .split(AROUND)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A scanned SKU without the marks of its barcode; null when there are none, as in what people type. */
export const scannedSku = (text: string): string | null => (isMarked(text) ? (scannedTexts(text).at(-1) ?? '') : null);
