/** Control characters other than tabs and line ends: nobody types them, and neither databases nor pages can show them. */
const UNREADABLE = /[^\P{Cc}\t\n\r]/u;

/** Where in a value, by its path ('lines.0.notes'), some text holds a character that cannot be kept; null when none does. */
export function findUnreadable(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return UNREADABLE.test(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = findUnreadable(part, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
