import { messageOf } from '../../providers/call-errors';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError } from '../../ui/Field';
import type { BulkAct } from './bulk';
import styles from './list.module.css';

type BulkReviewProps = {
  act: Pick<BulkAct<never, unknown>, 'verb' | 'tone' | 'review'>;
  /** How many it is for: "3 orders". */
  many: string;
  /** How many of the selection it is not open to, in words; null where there are none. */
  left: string | null;
  isStarting: boolean;
  error: unknown;
  onStart: () => void;
  onClose: () => void;
};

/** Says what an act on many will do, and asks before it does it. */
export function BulkReview({ act, many, left, isStarting, error, onStart, onClose }: BulkReviewProps) {
  return (
    <Dialog
      title={`${act.verb} ${many}`}
      closable={!isStarting}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isStarting}>
            Cancel
          </Button>
          <Button tone={act.tone ?? 'primary'} busy={isStarting} onClick={onStart}>
            {act.verb} {many}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{capitalized(act.review(many))}</p>
        {left && <p className="v-hint">{left} of the selection stay as they are.</p>}
        {error !== null && <FieldError>{messageOf(error)}</FieldError>}
      </div>
    </Dialog>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
