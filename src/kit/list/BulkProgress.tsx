import { useEffect } from 'react';
import type { BulkProgress as Progress } from '../../../domain/bulk/bulk-act';
import { bulkActs as calls } from '../../../domain/bulk/contract';
import { messageOf } from '../../providers/call-errors';
import { showSnack } from '../../providers/snackbar';
import { useCall } from '../../providers/use-call';
import { useResourceOne } from '../../providers/use-resource';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ErrorState } from '../../ui/states';
import { counted } from './bulk';
import { bulkActs } from './bulk-acts';
import { type BulkUnderWay, followBulk, useBulkUnderWay } from './bulk-under-way';
import { focusList } from './focus-list';
import styles from './list.module.css';

/** Most refusals that are listed. */
const MOST_SHOWN = 250;

/**
 * The act on many rows that is under way: in its dialog, or in a line above the list once that is closed. It goes on
 * without either, and what became of each row that was refused is there until it is taken note of.
 */
export function BulkProgress() {
  const followed = useBulkUnderWay();
  return followed && <Followed key={followed.id} followed={followed} />;
}

function Followed({ followed }: { followed: BulkUnderWay }) {
  const asked = { query: { only: 'failed' as const, itemsPerPage: MOST_SHOWN }, staleTime: 0 };
  const { result: data, query } = useResourceOne(bulkActs, followed.id, asked);
  const { error, refetch } = query;
  const stop = useCall(calls.stop);
  const isRunning = data === undefined || data.state === 'RUNNING';
  const show = (isOpen: boolean) => followBulk({ ...followed, isOpen });
  // Nothing that is done and well needs to be taken note of.
  const isWell = data?.state === 'DONE' && data.failed === 0;
  const close = () => {
    followBulk(null);
    focusList();
  };
  useEffect(() => {
    if (!isWell || followed.isOpen) return;
    showSnack({ status: 'success', message: outcomeOf(data, followed) });
    followBulk(null);
  }, [isWell, data, followed]);
  const title = `${followed.verb} ${data ? counted(data.total, followed.noun) : followed.noun[1]}`;
  if (!followed.isOpen) {
    return (
      <div className={styles.underWay} role="status">
        <div className="v-snack">
          <span className="v-snack-text">{data && !isRunning ? outcomeOf(data, followed) : `${title}…`}</span>
          {data && isRunning && <Bar data={data} followed={followed} />}
          <Button tone="quiet" onClick={() => show(true)}>
            Show
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Dialog
      title={title}
      onClose={() => (isRunning ? show(false) : close())}
      actions={
        isRunning ? (
          <>
            <Button busy={stop.isPending} onClick={() => void stop.run({ params: { id: followed.id } })}>
              Stop
            </Button>
            <Button onClick={() => show(false)}>Go on in the background</Button>
          </>
        ) : (
          <Button tone="primary" onClick={close}>
            Done
          </Button>
        )
      }
    >
      {error && !data && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      <div className={styles.stack} role="status">
        {data && <Bar data={data} followed={followed} />}
        {data && <p>{outcomeOf(data, followed)}</p>}
      </div>
      {data && data.failed > 0 && <Refusals data={data} followed={followed} />}
    </Dialog>
  );
}

type ShownProps = { data: Progress; followed: BulkUnderWay };

function Bar({ data: { total, succeeded, failed }, followed: { noun } }: ShownProps) {
  const label = `${noun[1].charAt(0).toUpperCase()}${noun[1].slice(1)} done`;
  return <progress className={styles.progress} aria-label={label} max={total} value={succeeded + failed} />;
}

function outcomeOf({ state, total, succeeded, failed }: Progress, { noun, outcome }: BulkUnderWay): string {
  const done = `${succeeded.toLocaleString('en-US')} of ${counted(total, noun)} ${succeeded === 1 ? 'is' : 'are'} ${outcome} now.`;
  return state === 'STOPPED' && succeeded + failed < total ? `${done} You stopped before the rest.` : done;
}

function Refusals({ data: { failed, rows }, followed: { noun } }: ShownProps) {
  const more = failed - rows.results.length;
  return (
    <div className={styles.stack}>
      <p>{counted(failed, noun)} stayed as they were:</p>
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
