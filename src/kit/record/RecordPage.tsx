import { type ReactNode, useId } from 'react';
import styles from './record.module.css';

/** A record's page: its main column, and a narrow one beside it where there is room. */
export function RecordColumns({ children, side }: { children: ReactNode; side?: ReactNode }) {
  return (
    <div className={side ? styles.columns : styles.main}>
      <div className={styles.main}>{children}</div>
      {side && <div className={styles.side}>{side}</div>}
    </div>
  );
}

type PanelProps = {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** One section of a record's page, named by its title. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions && <div className={styles.acts}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
