import { PICTURE_TYPES, pictureType } from '../files/picture';
import { counted } from '../text';

/** Bytes of the largest file in a message, and files in one message. */
export const MOST_CHAT_FILE_BYTES = 25 * 1024 * 1024;
export const MOST_CHAT_FILES = 10;
/** Longest name of a file that is kept; longer ones are cut before their ending. */
const LONGEST_NAME = 150;

/** How a picture in a message is kept, in pixels, and the small one that conversations show. */
export const CHAT_PICTURE = { width: 2400, height: 2400, crop: false } as const;
export const CHAT_THUMB = { width: 960, height: 960, crop: false } as const;

/** A file of a message, whoever keeps it. */
export type ChatFile = {
  /** The small picture that conversations show; null for what isn't a picture. */
  thumbUrl: string | null;
  /** The whole picture; null for what isn't one. */
  imageUrl: string | null;
  /** Where anything else is downloaded; null for a picture. */
  assetUrl: string | null;
  /** What it is by its content, such as 'application/pdf'. */
  fileType: string;
  fileName: string;
  /** Bytes; null where the service doesn't tell. */
  fileSize: number | null;
  /** Pixels of a picture; null where unknown. */
  width: number | null;
  height: number | null;
  /** What a reader is offered with it; none for files people send. */
  actions: readonly FileAction[];
};

export type FileAction = { name: string; text: string; value: string };

/** The same as the chat service writes it. */
export type ServiceAttachment = {
  type?: string | undefined;
  title?: string | undefined;
  fallback?: string | undefined;
  image_url?: string | undefined;
  thumb_url?: string | undefined;
  asset_url?: string | undefined;
  og_scrape_url?: string | undefined;
  mime_type?: string | undefined;
  file_size?: number | string | undefined;
  original_width?: number | undefined;
  original_height?: number | undefined;
  actions?: readonly { name?: string | undefined; text?: string | undefined; value?: string | undefined }[] | undefined;
};

/** Whether browsers show files of a type as a picture here: only those that are nothing but a picture. */
export const isShownPicture = (fileType: string): boolean =>
  fileType === 'image/gif' || PICTURE_TYPES.some((type) => type === fileType);

/** A message’s files, without what the service found at a link. */
export function filesOf(attachments: readonly ServiceAttachment[] | null | undefined): ChatFile[] {
  return (attachments ?? []).flatMap((attachment) => {
    const file = fileOf(attachment);
    return attachment.og_scrape_url || (file.imageUrl ?? file.assetUrl) === null ? [] : [file];
  });
}

function fileOf(attachment: ServiceAttachment): ChatFile {
  const fileName = attachment.title || attachment.fallback || 'File';
  const address = attachment.image_url || attachment.asset_url || null;
  const fileType = attachment.mime_type || (attachment.type === 'image' ? 'image/jpeg' : 'application/octet-stream');
  const isPicture = attachment.type === 'image' && isShownPicture(fileType);
  const size = Number(attachment.file_size ?? Number.NaN);
  return {
    thumbUrl: isPicture ? attachment.thumb_url || address : null,
    imageUrl: isPicture ? address : null,
    assetUrl: isPicture ? null : address,
    fileType,
    fileName,
    fileSize: Number.isFinite(size) ? size : null,
    width: attachment.original_width ?? null,
    height: attachment.original_height ?? null,
    actions: (attachment.actions ?? []).map(({ name = '', text = '', value = '' }) => ({ name, text, value })),
  };
}

/** A file as the chat service writes it in a message. */
export function toServiceAttachment(file: ChatFile): ServiceAttachment {
  const { fileName, fileType, fileSize, width, height, actions } = file;
  const common = {
    title: fileName,
    mime_type: fileType,
    ...(fileSize === null ? {} : { file_size: fileSize }),
    ...(actions.length > 0 ? { actions } : {}),
  };
  if (file.imageUrl === null) return { type: 'file', asset_url: file.assetUrl ?? '', ...common };
  return {
    type: 'image',
    image_url: file.imageUrl,
    thumb_url: file.thumbUrl ?? file.imageUrl,
    fallback: fileName,
    ...common,
    ...(width === null || height === null ? {} : { original_width: width, original_height: height }),
  };
}

/** Endings of what a computer runs when it is opened. */
const PROGRAMS =
  /\.(apk|app|appimage|bat|cmd|com|cpl|deb|dll|dmg|exe|gadget|hta|iso|jar|jse?|lnk|mjs|msi|msp|pif|pkg|ps1|reg|rpm|scr|sh|vbe?|vbs|wsf)$/i;

type Offered = { name: string; size: number };

/** Why a file can’t be sent, said before it is uploaded; null when it can. */
export function refusalOfFile({ name, size }: Offered): string | null {
  if (size === 0) return `“${name}” is empty.`;
  if (size > MOST_CHAT_FILE_BYTES)
    return `“${name}” is too large. Files can be up to ${sizeText(MOST_CHAT_FILE_BYTES)}.`;
  return PROGRAMS.test(name) ? refusalOfProgram(name) : null;
}

const refusalOfProgram = (name: string) => `“${name}” is a program. Programs can’t be sent here.`;

/** Which of the files somebody chose are taken beside those already chosen, and what to say about the others. */
export function takeFiles<F extends Offered>(files: readonly F[], already: number): { taken: F[]; refusals: string[] } {
  const refusals = files.flatMap((file) => refusalOfFile(file) ?? []);
  const fine = files.filter((file) => refusalOfFile(file) === null);
  const taken = fine.slice(0, Math.max(0, MOST_CHAT_FILES - already));
  if (taken.length < fine.length) {
    const left = counted(fine.length - taken.length, 'file wasn’t added', 'files weren’t added');
    refusals.push(`A message can have up to ${MOST_CHAT_FILES} files. ${left}.`);
  }
  return { taken, refusals };
}

/** Why a file’s content can’t be kept, whatever its name says; null when it can. */
export function refusalOfContent(name: string, bytes: Uint8Array): string | null {
  return refusalOfFile({ name, size: bytes.length }) ?? (isProgram(bytes) ? refusalOfProgram(name) : null);
}

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const PROGRAM_STARTS = [
  ascii('MZ'),
  ascii('\x7fELF'),
  ascii('#!'),
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
];
const begins = (bytes: Uint8Array, start: readonly number[], from = 0) =>
  start.every((byte, at) => bytes[from + at] === byte);
const isProgram = (bytes: Uint8Array) => PROGRAM_STARTS.some((start) => begins(bytes, start));

/** What begins like this is of this type, at this byte. */
const STARTS: readonly (readonly [type: string, start: string, from?: number])[] = [
  ['application/pdf', '%PDF-'],
  ['image/gif', 'GIF8'],
  ['application/zip', 'PK\x03\x04'],
  ['application/gzip', '\x1f\x8b'],
  ['application/x-7z-compressed', '7z\xbc\xaf'],
  ['video/webm', '\x1aE\xdf\xa3'],
  ['image/heic', 'ftypheic', 4],
  ['image/heic', 'ftypmif1', 4],
  ['image/avif', 'ftypavif', 4],
  ['video/quicktime', 'ftypqt', 4],
  ['video/mp4', 'ftyp', 4],
  ['audio/mpeg', 'ID3'],
  ['audio/ogg', 'OggS'],
  ['audio/wav', 'WAVE', 8],
];
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ZIPPED: Readonly<Record<string, string>> = {
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
};
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  svg: 'image/svg+xml',
  xml: 'application/xml',
};

/** What a file is by its bytes; its name only says which of the formats that look alike. */
export function fileTypeOf(bytes: Uint8Array, name: string): string {
  const picture = pictureType(bytes);
  if (picture) return picture;
  const found = STARTS.find(([, start, from]) => begins(bytes, ascii(start), from))?.[0];
  const ending = endingOf(name).toLowerCase();
  if (found === 'application/zip') return ZIPPED[ending] ?? found;
  if (found) return found;
  return bytes.subarray(0, 4096).includes(0) ? 'application/octet-stream' : (TEXTS[ending] ?? 'text/plain');
}

const endingOf = (name: string): string => /\.([^.\s/\\]{1,10})$/.exec(name)?.[1] ?? '';

/** A file’s name as it is kept: without folders, and not too long. */
export function keptName(name: string): string {
  const own = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim() || 'File';
  if (own.length <= LONGEST_NAME) return own;
  const ending = endingOf(own);
  return `${own.slice(0, LONGEST_NAME - ending.length - 2).toWellFormed()}…${ending && `.${ending}`}`;
}

/** What kind of file it is, as people call it: 'PDF', 'XLSX', 'File'. */
export const kindText = ({ fileName }: Pick<ChatFile, 'fileName'>): string =>
  endingOf(fileName).toUpperCase() || 'File';

/** '25 MB', '1.2 MB', '640 KB'. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  if (megabytes >= 1) return `${Number(megabytes.toFixed(megabytes < 10 ? 1 : 0))} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** A message in a few words: what was written, or what was sent without words; empty for nothing. */
export function messageWords(text: string | undefined, attachments: readonly ServiceAttachment[] | undefined): string {
  if (text) return text;
  const files = filesOf(attachments);
  if (files.length === 0) return '';
  if (files.every(({ imageUrl }) => imageUrl !== null)) {
    return files.length === 1 ? 'Photo' : counted(files.length, 'photo');
  }
  return files.length === 1 ? (files[0]?.fileName ?? '') : counted(files.length, 'file');
}
