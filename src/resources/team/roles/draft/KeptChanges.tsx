import type { PermissionChange } from '../../../../../domain/access/features';
import { Button } from '../../../../ui/Button';
import { Icon } from '../../../../ui/Icon';
import { nameChanges } from '../matrix/matrix';
import styles from '../roles.module.css';

export type KeptChangesProps = { kept: readonly PermissionChange[]; onReapply: () => void; onDiscard: () => void };

/** For the second of two editors: shows the saved version, and keeps their own changes to apply or discard. */
export function KeptChanges({ kept, onReapply, onDiscard }: KeptChangesProps) {
  const granted = kept.filter((change) => change.granted);
  const removed = kept.filter((change) => !change.granted);
  return (
    <div className={`${styles.notice} ${styles.kept}`} role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>Someone else changed this role while you were editing.</strong> You’re looking at their version. Your
          changes aren’t saved yet:
        </p>
        {granted.length > 0 && <p>Granted: {nameChanges(granted)}</p>}
        {removed.length > 0 && <p>Removed: {nameChanges(removed)}</p>}
        <div className={styles.acts}>
          <Button tone="primary" onClick={onReapply}>
            Apply my changes
          </Button>
          <Button onClick={onDiscard}>Discard my changes</Button>
        </div>
      </div>
    </div>
  );
}
