import type { FieldValues } from 'react-hook-form';
import type { FieldErrors } from '../../../domain/errors';

/** The messages without these fields. */
export const withoutFields = (messages: FieldErrors, names: readonly string[] = []): FieldErrors =>
  Object.fromEntries(Object.entries(messages).filter(([path]) => !names.includes(path)));

/** The form's field for a platform path; null if it has none. */
export function fieldOf(path: string, names: Readonly<Record<string, string>>, values: FieldValues): string | null {
  const [head = ''] = path.split('.');
  const known = names[path] ?? names[head];
  if (known !== undefined) return known;
  if (!(head in values)) return null;
  const value: unknown = values[head];
  const isRows = Array.isArray(value) && typeof value[0] === 'object';
  return isRows ? path : head;
}
