/**
 * An address's query as Refine reads and writes it, in place of `qs`, for the addresses this app has: names with one value or
 * a list of them. The browser does the rest.
 */
type Options = { addQueryPrefix?: boolean };

/** `a=1&b=2&b=3` as `{ a: '1', b: ['2', '3'] }`, with or without the question mark. */
export function parse(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** The other way; what is null or undefined is left out. */
export function stringify(values: Readonly<Record<string, unknown>>, { addQueryPrefix = false }: Options = {}): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one == null ? [] : [[name, String(one)] as [string, string]])),
  );
  const text = new URLSearchParams(given).toString();
  return addQueryPrefix && text !== '' ? `?${text}` : text;
}
