import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { type BulkProgress, counted } from './bulk';
import styles from './list.module.css';

type BulkDialogProps = {
  verb: string;
  tone?: 'danger' | undefined;
  noun: readonly [one: string, many: string];
  /** How many it is for. */
  count: number;
  /** How many of the selection it is not open to. */
  left: number;
  review: ReactNode;
  /** What they are then: "Accepted". */
  outcome: string;
  /** Null until it is begun. */
  progress: BulkProgress | null;
  onStart: () => void;
  onStop: () => void;
  /** It goes on when the dialog is closed, or the page left. */
  canLeave: boolean;
  onClose: (isDone: boolean) => void;
};

/** Asks before an act on many, shows how far it is, and says what became of each row that was refused. */
export function BulkDialog(props: BulkDialogProps) {
  const { verb, noun, count, left, progress, canLeave, onStart, onStop, onClose } = props;
  const isRunning = progress?.state === 'running';
  const title = `${verb} ${counted(count, noun)}`;
  const actions = () => {
    if (!progress) {
      return (
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button tone={props.tone === 'danger' ? 'danger' : 'primary'} onClick={onStart}>
            {title}
          </Button>
        </>
      );
    }
    if (!isRunning) {
      return (
        <Button tone="primary" onClick={() => onClose(true)}>
          Done
        </Button>
      );
    }
    return (
      <>
        {canLeave && <Button onClick={() => onClose(false)}>Close and go on</Button>}
        <Button onClick={onStop}>Stop</Button>
      </>
    );
  };
  return (
    <Dialog
      title={title}
      closable={!isRunning || canLeave}
      onClose={() => onClose(progress !== null && !isRunning)}
      actions={actions()}
    >
      {progress ? (
        <Outcome {...props} progress={progress} />
      ) : (
        <div className={styles.stack}>
          <p>{props.review}</p>
          {left > 0 && <p className="v-hint">{counted(left, noun)} of the selection stay as they are.</p>}
        </div>
      )}
    </Dialog>
  );
}

const UNTRIED: Record<BulkProgress['state'], string> = {
  running: '',
  done: '',
  stopped: ' You stopped before the rest.',
  lost: ' The rest were not tried, as the connection is lost.',
};

function Outcome({ noun, outcome, progress }: BulkDialogProps & { progress: BulkProgress }) {
  const { state, total, done, refused } = progress;
  const moved = done - refused.length;
  return (
    <div className={styles.stack} role="status">
      <progress className={styles.progress} aria-label={`${capitalized(noun[1])} done`} max={total} value={done} />
      <p>
        {moved.toLocaleString('en-US')} of {counted(total, noun)} {moved === 1 ? 'is' : 'are'} {outcome} now.
        {done < total && UNTRIED[state]}
      </p>
      {refused.length > 0 && (
        <>
          <p>{counted(refused.length, noun)} stayed as they were:</p>
          <ul className={styles.refusals}>
            {refused.map(({ id, label, refusal }) => (
              <li key={id}>
                <b>{label}</b> {refusal}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
