import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** A record's values, and the version they are of. */
export type Read<V> = { values: V; version: number | undefined };

/** A field changed here and by somebody else: what they set. */
export type Clash = { name: string; theirs: unknown };

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields typed otherwise than the record has them. */
export function changedOf<V extends FieldValues>(typed: V, values: V): (keyof V & string)[] {
  return Object.keys(values).filter((name) => !same(typed[name], values[name]));
}

/**
 * Takes the record as read now into the form, but for the fields typed in since `before`. Gives what clashes: fields
 * typed in that somebody else set otherwise meanwhile, and those `standing` that still differ.
 */
export function adopt<V extends FieldValues>(
  rhf: UseFormReturn<V>,
  next: Read<V>,
  before: Read<V>,
  standing: readonly Clash[],
): readonly Clash[] {
  const typed = structuredClone(rhf.getValues());
  const mine = changedOf(typed, before.values).filter((name) => name in next.values);
  rhf.reset(next.values, { keepErrors: true, keepIsSubmitted: true });
  for (const name of mine) {
    set(rhf, name, typed[name]);
  }
  return mine
    .filter((name) => !same(next.values[name], typed[name]))
    .filter((name) => !same(next.values[name], before.values[name]) || standing.some((clash) => clash.name === name))
    .map((name) => ({ name, theirs: next.values[name] }));
}

/** These of the values. */
export const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Sets a field as typing does. */
export function set<V extends FieldValues>(rhf: UseFormReturn<V>, name: string, value: unknown): void {
  rhf.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
}

/** Whether it survives being kept as text. */
export const isPlain = (value: unknown): boolean =>
  !(value instanceof Blob || (Array.isArray(value) && value.some((one) => one instanceof Blob)));
