import { type ReactNode, useState } from 'react';
import type { ImportFields, RowVerdict } from '../../../domain/import';
import { Button, IconButton } from '../../ui/Button';
import { PageFrame, type PageFrameProps } from '../../ui/PageFrame';
import { BulkProgress, type OpenedAction } from '../list';
import { ImportRows } from './ImportRows';
import { ImportSteps, type ImportStepsProps } from './ImportSteps';
import styles from './import.module.css';

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
  const [opened, setOpened] = useState<OpenedAction>(null);
  const recent = { title: 'Recent imports', none: 'None yet. Choose a file to import.' };
  const acts = [{ act: 'import', title: `${steps.act} #`, outcome: done }];
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
          <IconButton icon="clock" label="Recent imports" onClick={() => setOpened('recent')} />
        </>
      }
    >
      {applied ? (
        <>
          <div className={styles.head}>
            <p>
              {made} {steps.noun[made === 1 ? 0 : 1]} {done}.
            </p>
            <span className={styles.head}>
              <Button onClick={again}>Import another file</Button>
              {onward}
            </span>
          </div>
          <ImportRows rows={applied.rows} />
        </>
      ) : (
        <ImportSteps<F, Done> {...steps} onStep={setStep} onApplied={setApplied} />
      )}
      <BulkProgress bulk={{ call, acts, recent }} noun={steps.noun} opened={opened} onOpen={setOpened} />
    </PageFrame>
  );
}
