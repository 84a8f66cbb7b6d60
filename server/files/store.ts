import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stored file on its way out; `stream` must be read or destroyed. */
export type StoredFile = { stream: Readable; bytes: number };

export type ListedFile = { name: string; storedAt: Date };

/**
 * Where files are stored, shared by all server processes. A file never changes: another one gets another name. Every
 * call raises UNAVAILABLE while the store can't be reached.
 */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  get(name: string): Promise<StoredFile | null>;
  /** Removes files; those already gone count as removed. */
  remove(names: readonly string[]): Promise<void>;
  /** Every file, a page of names at a time. */
  list(): AsyncIterable<ListedFile[]>;
  /** What the store is marked with; null if with nothing. */
  readMark(): Promise<string | null>;
  /** Marks the store; with `isFirst`, one that has a mark keeps it. */
  writeMark(text: string, options?: { isFirst?: boolean }): Promise<void>;
  close(): void;
}

/** Content types by the extension of a name; nothing else is stored or served. */
export const CONTENT_TYPES = { webp: 'image/webp' } as const;
type Extension = keyof typeof CONTENT_TYPES;

const NAME = /^[0-9a-f]{40}\.(webp)$/;

/** The extension of a name of ours; null for any other name. */
export const extensionOf = (name: string) => (NAME.exec(name)?.[1] ?? null) as Extension | null;

/** Names of files that an area serves itself, to whom it lets: they aren't served by name, nor swept with the others. */
const PRIVATE_NAME = /^[a-z]{3,10}-[0-9a-f]{40}$/;
export const isPrivateName = (name: string): boolean => PRIVATE_NAME.test(name);

/** A new name of such a file under its area's prefix. */
export const newPrivateName = (prefix: string): string => `${prefix}-${randomBytes(20).toString('hex')}`;

/** A new name that can't be guessed (160 random bits), so knowing it is enough to read the file. */
export const newName = (extension: Extension) => `${randomBytes(20).toString('hex')}.${extension}`;

/** Where a store keeps its mark, which no file's name is like. */
export const MARK = 'installation.json';

export const FILES_PATH = '/api/files/';

/** Where the server serves a file, as records name it. */
export const addressOf = (name: string) => `${FILES_PATH}${name}`;
