import type { FiltersOf } from '../../../../domain/filters';
import { type AuditRecord, auditFilters } from '../../../../domain/organization/audit';
import { auditLog as calls } from '../../../../domain/organization/audit-contract';
import { ResourceGrid, useExport, useListAddress } from '../../../kit/list';
import { useSession } from '../../../providers/session';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import { AuditEntry } from './AuditEntry';
import { auditColumns } from './audit.columns';
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
