/** A file's text and what its reader should check in it; or why it can't be read. */
type FileText = { text: string; note: string | null; problem: null } | { text: null; note: null; problem: string };

const SAVE_AGAIN = 'Save it as “CSV UTF-8” and choose it again.';
const WORKBOOK = 'This is a spreadsheet’s own file. Save the sheet as “CSV UTF-8” and choose that file.';
const NO_TEXT = `The file isn’t plain text. ${SAVE_AGAIN}`;
const DAMAGED = `Some letters of the file are damaged. ${SAVE_AGAIN}`;
const UNKNOWN = `We can’t tell how the file’s letters are saved. ${SAVE_AGAIN}`;
const AS_WINDOWS =
  'The file isn’t saved as UTF-8, so we read it as Windows-1252. Check names with accents and special characters.';

/** How the files begin that spreadsheets keep for themselves: zip archives and older compound files. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * A text file's bytes as text: UTF-16 if it says so, else UTF-8, else what spreadsheets for Windows save. Never has a
 * letter that stands for one that couldn't be read.
 */
export function textOfFile(bytes: Uint8Array): FileText {
  if (WORKBOOKS.some((mark) => begins(bytes, mark))) return refused(WORKBOOK);
  if (begins(bytes, [0xff, 0xfe])) return checked(decoded('utf-16le', bytes), DAMAGED);
  if (begins(bytes, [0xfe, 0xff])) return checked(decoded('utf-16be', bytes), DAMAGED);
  if (bytes.includes(0)) return refused(NO_TEXT);
  const utf8 = decoded('utf-8', bytes);
  if (utf8 !== null) return checked(utf8, DAMAGED);
  // A file in UTF-8 with a few damaged bytes would otherwise become wrong letters everywhere.
  if (isMostlyUtf8(bytes)) return refused(DAMAGED);
  const text = new TextDecoder('windows-1252').decode(bytes);
  return /[\u0080-\u009f]/.test(text) ? refused(UNKNOWN) : { text, note: AS_WINDOWS, problem: null };
}

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

const refused = (problem: string): FileText => ({ text: null, note: null, problem });

function checked(text: string | null, otherwise: string): FileText {
  if (text === null) return refused(otherwise);
  return text.includes('\0') ? refused(NO_TEXT) : { text, note: null, problem: null };
}

/** Without its byte order mark; null if a byte doesn't belong there. */
function decoded(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  const read = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return damaged < read;
}
