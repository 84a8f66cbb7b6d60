import { z } from 'zod';
import { formatNumber } from './money';

/** '1 order', '1,200 orders'; the plural only where an s isn't enough. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** 'Ann, Ben, and Cy'. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names);
}

/** 'Ann, Ben, or Cy'. */
export function eitherOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
}

/**
 * A text of one line, such as a name or a subject, without blanks around it: a line break in it would begin another line of
 * a letter, a file or a label. What is written in paragraphs, such as notes, is a plain text.
 */
export const lineOfText = (needs?: string) =>
  z
    .string(needs)
    .trim()
    .regex(/^[^\n\r\v\f\u0085\u2028\u2029]*$/, 'Must be a single line. Take out the line breaks.');

/** Control characters other than tabs and line breaks: nobody types them, and databases and pages can't handle them. */
const UNREADABLE = /[^\P{Cc}\t\n\r]/u;

/** Whether databases keep a text as it is: without control characters, and without half of a character of two parts. */
export const isReadable = (text: string): boolean => text.isWellFormed() && !UNREADABLE.test(text);

/**
 * The path ('lines.0.notes') of the first text with a character that can't be saved, or of what has such a text for a name;
 * null when there is none.
 */
export function findUnreadable(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isReadable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (!isReadable(name)) return path;
    const found = findUnreadable(part, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
