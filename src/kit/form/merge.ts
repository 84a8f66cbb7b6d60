import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** A record's values and their version. */
export type Read<V> = { values: V; version: number | undefined };

/** A field changed both here and by someone else, with their value. */
export type Clash = { name: string; theirs: unknown };

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Merges a field's typed value with someone else's, given what both began with; null if they conflict. */
export type Mergers<V> = {
  readonly [Name in keyof V]?: (mine: V[Name], theirs: V[Name], before: V[Name]) => V[Name] | null;
};

/** The fields whose typed value differs from the record. */
export function changedOf<V extends FieldValues>(typed: V, values: V): (keyof V & string)[] {
  return Object.keys(values).filter((name) => !same(typed[name], values[name]));
}

/**
 * Merges the record as just read into the form, keeping fields edited since `before`. Returns conflicts: edited fields
 * someone else changed differently, plus those in `standing` that still differ.
 */
export function mergeRecord<V extends FieldValues>(
  rhf: UseFormReturn<V>,
  next: Read<V>,
  before: Read<V>,
  standing: readonly Clash[],
  mergers: Mergers<V> = {},
): readonly Clash[] {
  const typed = structuredClone(rhf.getValues());
  const mine = changedOf(typed, before.values).filter((name) => name in next.values);
  const settled = new Set<string>();
  rhf.reset(next.values, { keepErrors: true, keepIsSubmitted: true });
  for (const name of mine) {
    const merged = mergers[name]?.(typed[name], next.values[name], before.values[name]) ?? null;
    set(rhf, name, merged ?? typed[name]);
    if (merged !== null) settled.add(name);
  }
  return mine
    .filter((name) => !settled.has(name) && !same(next.values[name], typed[name]))
    .filter((name) => !same(next.values[name], before.values[name]) || standing.some((clash) => clash.name === name))
    .map((name) => ({ name, theirs: next.values[name] }));
}

/** A subset of the values. */
export const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Sets a field as if typed. */
export function set<V extends FieldValues>(rhf: UseFormReturn<V>, name: string, value: unknown): void {
  rhf.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
}

/** Whether the value survives being stored as text. */
export const isPlain = (value: unknown): boolean =>
  !(value instanceof Blob || (Array.isArray(value) && value.some((one) => one instanceof Blob)));
