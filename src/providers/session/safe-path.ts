/** A path of this app as the browser reads it, never another site's: `/<tab>/host` would be one. */
export function safePath(path: string | null): string | null {
  if (!path?.startsWith('/') || !URL.canParse(path, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  return origin === location.origin ? pathname + search + hash : null;
}

/** The pages after sign-in when none was requested. */
export const NOWHERE_ELSE: readonly string[] = ['/logged-in', '/marketplace'];
