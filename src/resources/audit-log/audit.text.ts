import type { AuditRecord } from '../../../domain/organization/audit';
import { momentHere } from '../../ui/reader-dates';

/** `shipDate` as "Ship date". */
export function fieldLabel(field: string): string {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const spelled = words.replace(/\b(id|usd)(s?)\b/g, (_, word: string, plural: string) => word.toUpperCase() + plural);
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** Who made a change, with the support person acting for them. */
export function whoDid({ person, impersonatedBy }: Pick<AuditRecord, 'person' | 'impersonatedBy'>): string {
  const name = person === null ? 'Verdant' : person.name || 'Deleted account';
  return impersonatedBy ? `${name} (support: ${impersonatedBy.name})` : name;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A logged value as text: a list with commas, anything nested as JSON. */
export function valueLabel(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return INSTANT.test(value) ? momentHere(value) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || '—';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
