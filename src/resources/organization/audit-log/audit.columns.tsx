import {
  AUDIT_ENTITIES,
  type AuditRecord,
  auditChanges,
  auditFieldLabel,
  auditName,
} from '../../../../domain/organization/audit';
import { textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { momentHere } from '../../../ui/reader-dates';
import { whoDid } from './audit.text';

/** The columns of the audit log. */
export const auditColumns: readonly GridColumn<AuditRecord>[] = [
  textColumn('action', 'Action', ({ action }) => action, { width: 300, hideable: false, card: 'title' }),
  textColumn('record', 'Record', auditName, { width: 190, card: 'lead' }),
  textColumn('entity', 'Type', ({ entity }) => AUDIT_ENTITIES[entity] ?? entity, { width: 140 }),
  textColumn('person', 'Person', whoDid, { width: 220 }),
  {
    id: 'created',
    header: 'Date',
    cell: ({ created }) => momentHere(created),
    value: ({ created }) => new Date(created),
    width: 170,
    card: 'lead',
  },
  textColumn(
    'changes',
    'Changed',
    (entry) =>
      auditChanges(entry)
        .map(({ field }) => auditFieldLabel(field))
        .join(', '),
    {
      width: 260,
      card: 'hidden',
    },
  ),
];
