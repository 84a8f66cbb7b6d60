import type { FiltersOf } from '../../../../domain/filters';
import { type AuditRecord, auditChanges, auditFilters, auditName } from '../../../../domain/organization/audit';
import { auditLog as calls } from '../../../../domain/organization/audit-contract';
import { AUDIT_ENTITIES } from '../../../../domain/organization/audit-entities';
import { ResourceGrid, useExport, useListAddress } from '../../../kit/list';
import { textColumn } from '../../../kit/list/columns';
import { useSession } from '../../../providers/session';
import { CopyableId } from '../../../ui/CopyableId';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import css from './audit.module.css';
import { whoDid } from './audit.text';
import { auditLog } from './resource';

/** The audit log, newest first. */
export default function AuditLog() {
  const orgId = useSession().scope?.orgId ?? 0;
  const address = useListAddress(auditFilters);
  const start = useExport('audit-log.export', calls.export);
  return (
    <PageFrame title="Audit Log">
      <ResourceGrid<AuditRecord>
        resource={auditLog}
        label="Audit log"
        noun={['change', 'changes']}
        columns={auditColumns}
        nameOf={({ action, created }) => `${action}, ${momentHere(created)}`}
        address={address}
        filters={auditFilters}
        search={{ label: 'Find a person', field: 'person' }}
        exports={{
          requires: calls.export.requires,
          all: () => void start({ params: { orgId }, query: exported(address.filters) }, 'export these changes'),
        }}
        empty={{ title: 'No changes yet', hint: 'Changes your team makes appear here.' }}
        whyNotOpen={(row) => (row ? null : 'This change isn’t on this page. Narrow the list to find it.')}
        drawer={({ row, onClose }) => row && <AuditEntry entry={row} onClose={onClose} />}
      />
    </PageFrame>
  );
}

/** The filters as the export's address takes them. */
const exported = ({ entity, bySupport, ...filters }: FiltersOf<typeof auditFilters>) => ({
  ...filters,
  ...(entity === undefined ? {} : { entity: entity.join(',') }),
  ...(bySupport === undefined ? {} : { bySupport: String(bySupport) }),
});

/** One change: who made it, and each field before and after. */
function AuditEntry({ entry, onClose }: { entry: AuditRecord; onClose: () => void }) {
  const { action, created, entity, entityId } = entry;
  const changes = auditChanges(entry, momentHere);
  const name = auditName(entry);
  return (
    <Dialog title={action} isDrawer width={640} onClose={onClose}>
      <Facts
        facts={{
          Person: whoDid(entry),
          Date: momentHere(created),
          [AUDIT_ENTITIES[entity] ?? entity]: name || '—',
          'Record ID': entityId !== null && <CopyableId value={entityId} />,
        }}
      />
      {changes.length === 0 ? (
        <p className="v-hint">No fields changed.</p>
      ) : (
        <table className={css.changes}>
          <caption className="v-hidden">Fields changed</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }) => (
              <tr key={`${label}: ${before}, ${after}`}>
                <th scope="row">{label}</th>
                <td>{before || '—'}</td>
                <td>{after || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

/** The columns of the audit log. */
const auditColumns: readonly GridColumn<AuditRecord>[] = [
  textColumn('action', 'Action', ({ action }) => action, { width: 270, hideable: false, card: 'title' }),
  textColumn('record', 'Record', auditName, { width: 180, card: 'lead' }),
  textColumn('entity', 'Type', ({ entity }) => AUDIT_ENTITIES[entity] ?? entity, { width: 120 }),
  textColumn('person', 'Person', whoDid, { width: 190 }),
  {
    id: 'created',
    header: 'Date',
    cell: ({ created }) => momentHere(created),
    value: ({ created }) => new Date(created),
    width: 180,
    card: 'lead',
  },
  textColumn(
    'changes',
    'Changed',
    (entry) =>
      auditChanges(entry, momentHere)
        .map(({ label }) => label)
        .join(', '),
    {
      width: 240,
      card: 'hidden',
    },
  ),
];
