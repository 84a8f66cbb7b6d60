import type { Value } from './reconcile';

/** A field's value as people read it: a list by its entries, nothing as nothing. */
export function fieldText(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(fieldText).join('; ');
  return Object.values(value).map(fieldText).filter(Boolean).join(' ');
}
