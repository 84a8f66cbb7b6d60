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

/** Control characters other than tabs and line breaks: nobody types them, and databases and pages can't handle them. */
const UNREADABLE = /[^\P{Cc}\t\n\r]/u;

/** The path ('lines.0.notes') of the first text with a character that can't be saved; null when there is none. */
export function findUnreadable(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return UNREADABLE.test(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = findUnreadable(part, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
