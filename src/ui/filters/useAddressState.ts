import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { useChangeSearch } from '../useChangeSearch';

type Shape = z.ZodObject;

/** What an address text may mean, in the order tried; lists are comma-separated. */
function readings(text: string): unknown[] {
  const list = text.split(',');
  return [text, Number(text), text === 'true' ? true : text === 'false' ? false : text, list, list.map(Number)];
}

/** Reads the address by a schema, field by field: invalid fields count as absent, so no link is broken. */
export function readAddress<S extends Shape>(schema: S, params: URLSearchParams): z.infer<S> {
  const entries = Object.entries(schema.shape).map(([key, field]) => {
    const text = params.get(key);
    const tried = text === null || text === '' ? [] : readings(text);
    const read = [...tried, undefined].map((value) => (field as z.ZodType).safeParse(value)).find((r) => r.success);
    return [key, read?.data];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as z.infer<S>;
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''));

/** The address with changes applied; blanks and defaults are left out, foreign parameters stay. */
export function writeAddress<S extends Shape>(
  schema: S,
  params: URLSearchParams,
  changes: Partial<z.infer<S>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(changes)) {
    const fallback = (schema.shape[key] as z.ZodType | undefined)?.safeParse(undefined).data;
    const text = textOf(value);
    if (text === '' || text === textOf(fallback)) next.delete(key);
    else next.set(key, text);
  }
  return next;
}

/**
 * A screen's state kept in the address, so it can be linked to and Back undoes it. Each change is a history entry
 * unless `replace` is set, as while typing.
 */
export function useAddressState<S extends Shape>(schema: S) {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const state = useMemo(() => readAddress(schema, params), [schema, params]);
  const change = useCallback(
    (changes: Partial<z.infer<S>>, { replace = false }: { replace?: boolean } = {}) =>
      changeSearch((search) => writeAddress(schema, search, changes), { replace }),
    [schema, changeSearch],
  );
  return [state, change] as const;
}
