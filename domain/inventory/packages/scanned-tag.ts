import { isMarked, scannedTexts } from '../../scanned';

/** Characters of a package's tag. */
export const TAG_LENGTH = 24;
export const TAG_LENGTH_WRONG = `A tag has ${TAG_LENGTH} characters`;

/** A tag and nothing else. */
export const WHOLE_TAG = new RegExp(`^[0-9A-Z]{${TAG_LENGTH}}$`);
const SEVERAL = new RegExp(`^(?:[0-9A-Z]{${TAG_LENGTH}})+$`);
/** GS1's identifiers of a serial number, a lot or what companies agree on, before a tag; each begins with 1A. */
const IDENTIFIER = /^\(?(?:10|21|9\d)\)?(?=1A[0-9A-Z]{22}$)/;
/** Words that make a tag together have digits above all, as names don't. */
const LEAST_DIGITS = TAG_LENGTH / 2;

/**
 * The tags in what was scanned, typed or pasted, in capitals: one after the other without anything between them, with
 * blanks between a tag's groups, with the marks of their barcodes. What is no whole tag is given as it is.
 */
export function readTags(text: string): string[] {
  return scannedTexts(text)
    .flatMap((part) => part.split(/[,;*]+/))
    .flatMap((part) => tagsOf(part.trim().toUpperCase().replace(IDENTIFIER, '')))
    .filter((tag) => tag !== '');
}

function tagsOf(part: string): string[] {
  const words = part.split(/\s+/);
  if (words.length > 1 && words.every((word) => SEVERAL.test(word))) return words.flatMap(inPieces);
  const joined = words.join('');
  const isTag =
    SEVERAL.test(joined) && (words.length === 1 || digitsOf(joined) * TAG_LENGTH >= LEAST_DIGITS * joined.length);
  return isTag ? inPieces(joined) : words;
}

const digitsOf = (text: string) => text.replace(/\D/g, '').length;
const inPieces = (tags: string) => tags.match(new RegExp(`.{${TAG_LENGTH}}`, 'g')) ?? [];

/** The whole tags in what was scanned. */
export const wholeTags = (text: string): string[] => readTags(text).filter((tag) => WHOLE_TAG.test(tag));

/** The tag a field for one has after a scan into it: of several the one that it didn't have before. Null without any. */
export function scannedTag(text: string, before = ''): string | null {
  const tags = wholeTags(text);
  return tags.findLast((tag) => tag !== before) ?? tags.at(-1) ?? null;
}

/** A field's tag in capitals; a part of one or another text as it was typed, without the marks of a barcode. */
export const readTag = (text: string): string =>
  scannedTag(text) ?? (isMarked(text) ? readTags(text).join(' ') : text.trim());
