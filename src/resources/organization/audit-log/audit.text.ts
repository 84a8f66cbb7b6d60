import { type AuditRecord, auditPerson } from '../../../../domain/organization/audit';

/** Who made a change, with the support person acting for them. */
export function whoDid(entry: Pick<AuditRecord, 'person' | 'impersonatedBy'>): string {
  const name = auditPerson(entry);
  return entry.impersonatedBy ? `${name} (support: ${entry.impersonatedBy.name})` : name;
}
