import type { BulkProgress as Progress } from '../../../domain/bulk/bulk-act';
import { bulkActs as calls } from '../../../domain/bulk/contract';
import { messageOf } from '../../providers/call-errors';
import { useCall } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ErrorState } from '../../ui/states';
import { type ActSummary, Bar } from './BulkSummary';
import { counted, type Noun } from './bulk';
import styles from './list.module.css';

type BulkResultProps = {
  /** Undefined while loading. */
  data: Progress | undefined;
  summary: ActSummary | undefined;
  noun: Noun;
  error: unknown;
  onReread: () => Promise<unknown>;
  /** Back to its line; the action or its result stays there. */
  onClose: () => void;
  /** The result is dismissed. */
  onForget: () => void;
};

/** A bulk action's progress, with each refused row. */
export function BulkResult({ data, summary, noun, error, onReread, onClose, onForget }: BulkResultProps) {
  const stop = useCall(calls.stop);
  const isRunning = summary?.isRunning ?? true;
  return (
    <Dialog
      title={summary?.title ?? `Changing ${noun[1]}`}
      onClose={isRunning ? onClose : onForget}
      actions={
        isRunning ? (
          <>
            {data && (
              <Button busy={stop.isPending} onClick={() => void stop.run({ params: { id: data.id } })}>
                Stop
              </Button>
            )}
            <Button onClick={onClose}>Run in background</Button>
          </>
        ) : (
          <Button tone="primary" onClick={onForget}>
            Done
          </Button>
        )
      }
    >
      {error !== null && !data && <ErrorState message={messageOf(error)} onRetry={() => void onReread()} />}
      <div className={styles.stack} role="status">
        {data && <Bar data={data} noun={noun} />}
        {summary && <p>{summary.outcome}</p>}
      </div>
      {data && data.failed > 0 && <Refusals data={data} noun={noun} />}
    </Dialog>
  );
}

function Refusals({ data: { failed, rows }, noun }: { data: Progress; noun: Noun }) {
  const more = failed - rows.results.length;
  return (
    <div className={styles.stack}>
      <p>{counted(failed, noun)} not changed:</p>
      <ul className={styles.refusals}>
        {rows.results.map(({ id, label, message }) => (
          <li key={id}>
            <b>{label}</b> {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="v-hint">And {counted(more, noun)} more.</p>}
    </div>
  );
}
