import { type ReactNode, useState } from 'react';
import type { ImportFields, RowVerdict } from '../../../domain/import';
import { counted } from '../../../domain/text';
import { Button } from '../../ui/Button';
import { PageFrame, type PageFrameProps } from '../../ui/PageFrame';
import { ImportRows } from './ImportRows';
import { ImportSteps, type ImportStepsProps } from './ImportSteps';
import styles from './import.module.css';
import { useRecentImports } from './useRecentImports';

type Done = { rows: RowVerdict[] };

export type ImportPageProps<F extends ImportFields> = Omit<ImportStepsProps<F, Done>, 'onStep' | 'onApplied'> &
  Pick<PageFrameProps, 'title' | 'breadcrumbs'> & {
    /** What was done, after a number of records: "3 people invited". */
    done: string;
    /** The way on from the result. */
    onward: ReactNode;
    /** The call that imports, by which the person's recent imports are found, each with its undo. */
    call: { path: string };
  };

/**
 * A page that imports a csv file and shows each row's result, as the reply gives it:
 *
 *     <ImportPage title="Import zones" breadcrumbs={[…]} fields={ZONE_FIELDS} noun={['zone', 'zones']} act="Import"
 *       blanks="…" missing={({ name }) => (name === undefined ? 'Choose the column with the name.' : null)}
 *       preview={usePreview} apply={useApply} call={calls.apply} done="imported" onward={<Link to="/zones">Go to zones</Link>} />
 */
export function ImportPage<F extends ImportFields>({
  title,
  breadcrumbs,
  done,
  onward,
  call,
  ...steps
}: ImportPageProps<F>) {
  const [step, setStep] = useState(1);
  const [applied, setApplied] = useState<Done | null>(null);
  const recent = useRecentImports({ call, noun: steps.noun, act: steps.act, done });
  const again = () => {
    setStep(1);
    setApplied(null);
  };
  const made = applied?.rows.filter(({ verdict }) => verdict === 'create' || verdict === 'update').length ?? 0;
  return (
    <PageFrame
      title={title}
      {...(breadcrumbs ? { breadcrumbs } : {})}
      aside={
        <>
          {!applied && <span className="v-hint">Step {step} of 3</span>}
          {recent.button}
        </>
      }
    >
      {applied ? (
        <>
          <div className={styles.head}>
            <p>
              {counted(made, ...steps.noun)} {done}.
            </p>
            <span className={styles.head}>
              <Button onClick={again}>Import another file</Button>
              {onward}
            </span>
          </div>
          <ImportRows rows={applied.rows} />
        </>
      ) : (
        <ImportSteps<F, Done>
          {...steps}
          onStep={setStep}
          onApplied={({ rows }, unread) => setApplied({ rows: [...unread, ...rows] })}
        />
      )}
      {recent.list}
    </PageFrame>
  );
}
