import { type AuditRecord, auditPerson, auditValueText } from '../../../../domain/organization/audit';
import { momentHere } from '../../../ui/reader-dates';

/** Who made a change, with the support person acting for them. */
export function whoDid(entry: Pick<AuditRecord, 'person' | 'impersonatedBy'>): string {
  const name = auditPerson(entry);
  return entry.impersonatedBy ? `${name} (support: ${entry.impersonatedBy.name})` : name;
}

/** A logged value as text, in the zone that counts. */
export const valueLabel = (value: unknown): string => auditValueText(value, momentHere) || '—';
