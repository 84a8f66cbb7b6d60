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
 * The path ('lines.0.notes') of a text with a character that can't be saved, or of what has such a text for a name; null
 * when there is none. What is nested a hundred thousand deep is walked as well, since anybody can send that.
 */
export function findUnreadable(value: unknown): string | null {
  const left: (readonly [path: string, value: unknown])[] = [['', value]];
  for (const [path, one] of left) {
    if (typeof one === 'string' && !isReadable(one)) return path;
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, part] of Object.entries(one)) {
      if (!isReadable(name)) return path;
      left.push([path === '' ? name : `${path}.${name}`, part]);
    }
  }
  return null;
}
