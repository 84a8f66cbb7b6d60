/** The token of an Authorization header; null for a header that carries none. */
export function bearer(header: string | undefined): string | null {
  const match = header?.match(/^Bearer ([\w.~+/-]+=*)$/i);
  return match?.[1] ?? null;
}
