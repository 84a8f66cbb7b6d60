import { BULK_FILE_DAYS, type BulkProgress as Progress } from '../../../../domain/bulk/bulk-act';
import { bulkActs as calls } from '../../../../domain/bulk/contract';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/states';
import styles from '../list.module.css';
import { type ActionSummary, Bar } from './BulkSummary';
import { counted, type Noun } from './bulk';
import { downloadBulkFile } from './bulk-files';

type BulkResultProps = {
  /** Undefined while loading. */
  data: Progress | undefined;
  summary: ActionSummary | undefined;
  noun: Noun;
  error: unknown;
  onReread: () => Promise<unknown>;
  /** Back to its line; the action or its result stays there. */
  onClose: () => void;
  undo: { run: () => Promise<void>; isPending: boolean };
  /** The result is dismissed. */
  onForget: () => void;
};

/** A bulk action's progress, with what there is to say of its rows. */
export function BulkResult({ data, summary, noun, error, onReread, undo, onClose, onForget }: BulkResultProps) {
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
          <>
            {data?.canUndo && (
              <Button busy={undo.isPending} onClick={() => void undo.run()}>
                Undo
              </Button>
            )}
            <Button tone="primary" onClick={onForget}>
              Done
            </Button>
          </>
        )
      }
    >
      {error !== null && !data && <ErrorState message={messageOf(error)} onRetry={() => void onReread()} />}
      <div className={styles.stack} role="status">
        {data && <Bar data={data} noun={noun} />}
        {summary && <p>{summary.outcome}</p>}
      </div>
      {data && data.files.length > 0 && <Files data={data} noun={noun} />}
      {data && <Messages data={data} noun={noun} />}
    </Dialog>
  );
}

/** The files an action made, each to download. */
function Files({ data: { id, files }, noun }: { data: Progress; noun: Noun }) {
  return (
    <div className={styles.stack}>
      <ul className={styles.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.number}>
            <button type="button" className="v-link" onClick={() => void downloadBulkFile(id, file)}>
              {file.name}
            </button>
            <span className="v-hint">
              {counted(file.total, noun)}, {sizeOf(file.bytes)}
            </span>
          </li>
        ))}
      </ul>
      <p className="v-hint">
        You can download {files.length === 1 ? 'it' : 'them'} for {BULK_FILE_DAYS} days.
      </p>
    </div>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The refused rows, and what else there is to know of the changed ones. */
function Messages({ data: { failed, rows }, noun }: { data: Progress; noun: Noun }) {
  const refused = rows.results.filter(({ ok }) => ok === false);
  const changed = rows.results.filter(({ ok }) => ok !== false);
  const more = rows.resultCount - rows.results.length;
  return (
    <>
      {refused.length > 0 && (
        <div className={styles.stack}>
          <p>{counted(failed, noun)} not changed:</p>
          <Rows rows={refused} />
        </div>
      )}
      {changed.length > 0 && <Rows rows={changed} />}
      {more > 0 && <p className="v-hint">And {counted(more, noun)} more.</p>}
    </>
  );
}

function Rows({ rows }: { rows: Progress['rows']['results'] }) {
  return (
    <ul className={styles.refusals}>
      {rows.map(({ id, label, message }) => (
        <li key={id}>
          <b>{label}</b> {message}
        </li>
      ))}
    </ul>
  );
}
