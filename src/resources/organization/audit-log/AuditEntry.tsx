import {
  AUDIT_ENTITIES,
  type AuditRecord,
  auditChanges,
  auditFieldLabel,
  auditName,
} from '../../../../domain/organization/audit';
import { CopyableId } from '../../../ui/CopyableId';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import { momentHere } from '../../../ui/reader-dates';
import css from './audit.module.css';
import { valueLabel, whoDid } from './audit.text';

/** One change: who made it, and each field before and after. */
export function AuditEntry({ entry, onClose }: { entry: AuditRecord; onClose: () => void }) {
  const { action, created, entity, entityId } = entry;
  const changes = auditChanges(entry);
  const name = auditName(entry);
  return (
    <Dialog title={action} isDrawer width={640} onClose={onClose}>
      <Facts
        layout="columns"
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
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{auditFieldLabel(field)}</th>
                <td>{valueLabel(before)}</td>
                <td>{valueLabel(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
