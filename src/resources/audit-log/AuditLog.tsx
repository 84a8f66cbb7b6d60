import { seesEverything } from '../../../domain/access/roles';
import { type AuditRecord, auditFilters } from '../../../domain/organization/audit';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { useSession } from '../../providers/session';
import { PageFrame } from '../../ui/PageFrame';
import { momentHere } from '../../ui/reader-dates';
import { AuditEntry } from './AuditEntry';
import { auditColumns } from './audit.columns';
import { auditLog } from './resource';

/** The audit log, newest first. */
export default function AuditLog() {
  const { membership } = useSession();
  const address = useListAddress(auditFilters);
  const isNarrow = membership !== null && !seesEverything(membership);
  return (
    <PageFrame title="Audit Log" aside={isNarrow && <span className="v-hint">Team and roles only</span>}>
      <ResourceGrid<AuditRecord>
        resource={auditLog}
        label="Audit log"
        noun={['change', 'changes']}
        columns={auditColumns}
        nameOf={({ action, created }) => `${action}, ${momentHere(created)}`}
        address={address}
        filters={auditFilters}
        search={{ label: 'Find a person', field: 'person' }}
        empty={{ title: 'No changes yet', hint: 'Changes your team makes appear here.' }}
        whyNotOpen={(row) => (row ? null : 'This change isn’t on this page. Narrow the list to find it.')}
        drawer={({ row, onClose }) => row && <AuditEntry entry={row} onClose={onClose} />}
      />
    </PageFrame>
  );
}
