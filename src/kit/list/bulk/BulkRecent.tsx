import { BULK_ACT_DAYS, type BulkAction, MOST_BULK_ACTS } from '../../../../domain/bulk/bulk-act';
import { messageOf } from '../../../providers/call/call-errors';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { momentHere } from '../../../ui/reader-dates';
import { ErrorState, Skeleton } from '../../../ui/states';
import styles from '../list.module.css';
import { summaryOf } from './BulkSummary';
import type { BulkShared } from './bulk';
import { useRecentActions } from './bulk-under-way';
import { useUndoAction } from './useUndoAction';

export type RecentProps = BulkShared & { forget: (id: number) => void };

/** The person's recent bulk actions on a list, dismissed ones too, each with its result and a way to undo it. */
export function BulkRecent(props: RecentProps) {
  const { bulk, noun, onOpen } = props;
  const onClose = () => onOpen(null);
  const { query } = useRecentActions(bulk.call.path);
  const acts = query.data?.data;
  const undone = new Set(acts?.flatMap(({ undoes, state }) => (undoes === null || state === 'STOPPED' ? [] : undoes)));
  return (
    <Dialog
      title={bulk.recent?.title ?? 'Recent bulk actions'}
      onClose={onClose}
      width={640}
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {!acts && query.error && <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {!acts && !query.error && <Skeleton height="120px" />}
      {acts?.length === 0 && (
        <p>{bulk.recent?.none ?? `None yet. Select ${noun[1]} to do something with many at once.`}</p>
      )}
      {acts && acts.length > 0 && (
        <>
          <p className="v-hint">
            {bulk.recent
              ? `Your last ${MOST_BULK_ACTS}.`
              : `Your last ${MOST_BULK_ACTS} on this list, for up to ${BULK_ACT_DAYS} days.`}
          </p>
          <ul className={styles.recent}>
            {acts.map((act) => (
              <Recent key={act.id} {...props} act={act} isUndone={undone.has(act.id)} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function Recent({ act, isUndone, bulk, noun, onOpen, forget }: RecentProps & { act: BulkAction; isUndone: boolean }) {
  const { id, started, canUndo } = act;
  const { title, outcome, isRunning } = summaryOf(act, bulk, noun);
  const undo = useUndoAction({ id, onOpen, forget });
  return (
    <li>
      <span>
        <b>{title}</b>
        <span className="v-hint">
          {momentHere(started)}. {isRunning ? 'Still running.' : isUndone ? 'Undone.' : outcome}
        </span>
      </span>
      <Button tone="quiet" aria-label={`Show: ${title}`} onClick={() => onOpen(id)}>
        Show
      </Button>
      {canUndo && (
        <Button aria-label={`Undo: ${title}`} busy={undo.isPending} onClick={() => void undo.run()}>
          Undo
        </Button>
      )}
    </li>
  );
}
