import { type ReactNode, useId } from 'react';
import { Facts, type FactsProps } from '../../ui/Facts';
import { PageFrame, type PageFrameProps } from '../../ui/PageFrame';
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

type RecordSkeletonProps = {
  /** Says what loads, where nothing of it is known. */
  label: string;
  /** Its page's top, where a list's row tells it. */
  head?: RecordHead;
  /** The buttons to come, whose place is kept. */
  acts?: readonly ActToCome[];
  /** Above both columns. */
  note?: ReactNode;
  /** What is known of the narrow column. */
  side?: ReactNode;
  /** What is known of the main column. */
  children?: ReactNode;
};

/** A button by what makes it as wide as it will be. */
export type ActToCome = { label: string; hasIcon?: boolean };

/** What a record's row in a list tells of the top of its page. */
export type RecordHead = Pick<PageFrameProps, 'title' | 'aside' | 'breadcrumbs'>;

/** A record's page while it loads: with what is known of it in its place, none of which acts yet. */
export function RecordSkeleton({ label, head, acts = [], note, side, children }: RecordSkeletonProps) {
  const columns = (
    <RecordColumns side={side ?? <PanelSkeleton height="220px" />}>
      {children ?? (
        <div className={styles.panel}>
          {['90%', '70%', '80%', '60%'].map((width) => (
            <Skeleton key={width} width={width} height="40px" />
          ))}
        </div>
      )}
    </RecordColumns>
  );
  if (!head) {
    return (
      <div className="page" aria-busy="true">
        <h1 className="v-hidden">{label}</h1>
        <Skeleton width="220px" height="28px" />
        {columns}
      </div>
    );
  }
  return (
    <div className={styles.known} aria-busy="true">
      <PageFrame {...head} actions={placesOf(acts)}>
        {note}
        <div inert>{columns}</div>
      </PageFrame>
    </div>
  );
}

function placesOf(acts: readonly ActToCome[]): ReactNode {
  if (acts.length === 0) return null;
  return acts.map(({ label, hasIcon = false }) => (
    <span key={label} className={styles.place} data-label={label} data-icon={hasIcon} aria-hidden="true" />
  ));
}

type PanelSkeletonProps = Partial<FactsProps> & {
  title?: ReactNode;
  /** As of `RecordSkeleton`. */
  acts?: readonly ActToCome[];
  /** Of what isn't known yet, as a css length. */
  height?: string;
  children?: ReactNode;
};

/** A panel of such a page: its title and the facts that are known, with a gray bar for the rest. */
export function PanelSkeleton({ title, acts = [], facts, layout, height, children }: PanelSkeletonProps) {
  const content = (
    <>
      {facts && <Facts facts={facts} {...(layout && { layout })} />}
      {height && <Skeleton height={height} />}
      {children}
    </>
  );
  if (!title) return <div className={styles.panel}>{content}</div>;
  return (
    <Panel title={title} actions={placesOf(acts)}>
      {content}
    </Panel>
  );
}
