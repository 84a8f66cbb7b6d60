import { type ReactNode, useId } from 'react';
import { Skeleton } from '../../ui/states';
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
  title: ReactNode;
  /** Of the title, where a table within takes its name from it. */
  id?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** One section of a record's page, named by its title. */
export function Panel({ title, id: ownId, actions, children }: PanelProps) {
  const newId = useId();
  const id = ownId ?? newId;
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

/** A record's page while it loads; `label` says so. */
export function RecordSkeleton({ label }: { label: string }) {
  return (
    <div className="page" aria-busy="true">
      <h1 className="v-hidden">{label}</h1>
      <Skeleton width="220px" height="28px" />
      <RecordColumns
        side={
          <div className={styles.panel}>
            <Skeleton height="220px" />
          </div>
        }
      >
        <div className={styles.panel}>
          {['90%', '70%', '80%', '60%'].map((width) => (
            <Skeleton key={width} width={width} height="40px" />
          ))}
        </div>
      </RecordColumns>
    </div>
  );
}
