import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { CallResult } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Confirm } from '../form/questions/Confirm';
import styles from './import.module.css';

type ImportOutcomeProps = {
  /** Who imported how much from what and when, and whether it is undone. */
  says: ReactNode;
  /** Undoes it; null if it is undone already, did nothing, or isn't the reader's to undo. `effect` is what happens then. */
  undo: { run: () => Promise<CallResult<unknown>>; effect: string } | null;
  onAgain: () => void;
  /** Where what was imported is. */
  list: { to: string; label: string };
  /** The result of each row. */
  children: ReactNode;
};

/**
 * An applied import: what it did, its undo, and what to do next.
 *
 *     <ImportOutcome says="Imported 12 products." undo={{ run: undo, effect: 'We remove the ones it added.' }} onAgain={again}
 *       list={{ to: '/inventory/products', label: 'Go to products' }}>
 *       <ImportRows rows={rows} nameCell={nameCell} detail={detail} />
 *     </ImportOutcome>
 */
export function ImportOutcome({ says, undo, onAgain, list, children }: ImportOutcomeProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className={styles.head}>
        <p>{says}</p>
        <span className={styles.acts}>
          {undo && <Button onClick={() => setAsking(true)}>Undo import</Button>}
          <Button onClick={onAgain}>Import another file</Button>
          <Link className="v-button v-primary" to={list.to}>
            {list.label}
          </Link>
        </span>
      </div>
      {children}
      {isAsking && undo && (
        <Confirm
          title="Undo this import?"
          act="Undo import"
          run={undo.run}
          success="Import undone."
          onClose={() => setAsking(false)}
        >
          <p>{undo.effect}</p>
        </Confirm>
      )}
    </>
  );
}
