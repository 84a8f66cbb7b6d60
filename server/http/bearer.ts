/** An Authorization header's token; null without one. */
export function bearer(header: string | undefined): string | null {
  const match = header?.match(/^Bearer ([\w.~+/-]+=*)$/i);
  return match?.[1] ?? null;
}
