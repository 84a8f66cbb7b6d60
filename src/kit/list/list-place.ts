const searches = new Map<string, string>();

/**
 * Stores the filters, sort and page a list was left with, for the way back from its records. `path` is the list's own.
 */
export function leaveList(path: string, search: string): void {
  searches.set(path, search);
}

/** A list's last address in this tab. */
export const listPath = (path: string): string => path + (searches.get(path) ?? '');
