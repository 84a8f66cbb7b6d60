import type { UseQueryResult } from '@tanstack/react-query';
import type { ImportFields, ImportRowOf, RowVerdict, Verdict } from '../../../domain/import';
import { formatNumber } from '../../../domain/money';
import type { CallResult } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/states';
import { QueryState } from '../form/QueryState';
import { ImportRows } from './ImportRows';
import styles from './import.module.css';

type Rows<F extends ImportFields> = readonly ImportRowOf<F>[];

export type ReviewProps<F extends ImportFields, R> = {
  fileName: string;
  rows: Rows<F>;
  noun: readonly [one: string, many: string];
  /** A hook that reads what an import would do with each row. */
  preview: (rows: Rows<F>) => UseQueryResult<{ rows: RowVerdict[] }, Error>;
  /** A hook that imports the rows. */
  apply: () => { run: (rows: Rows<F>, fileName: string) => Promise<CallResult<R>>; isPending: boolean };
  /** The verb of its button: "Import". */
  act: string;
  onBack: () => void;
  onApplied: (applied: R) => void;
};

const countOf = (rows: readonly RowVerdict[], wanted: Verdict) =>
  rows.filter(({ verdict }) => verdict === wanted).length;

/** What an import would do with each row, before anything is saved. */
export function ImportReview<F extends ImportFields, R>(props: ReviewProps<F, R>) {
  const { fileName, rows, noun, preview: usePreview, apply: useApply, act, onBack, onApplied } = props;
  const query = usePreview(rows);
  const { run, isPending } = useApply();
  const apply = async () => {
    const result = await run(rows, fileName);
    if (result.ok) onApplied(result.value);
  };
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ rows: verdicts }) => {
        const written = countOf(verdicts, 'create') + countOf(verdicts, 'update');
        return (
          <>
            <div className={styles.head}>
              <p>{summaryOf(verdicts)} Skipped rows are left out.</p>
              <span className={styles.head}>
                <Button onClick={onBack}>Back to columns</Button>
                <Button tone="primary" busy={isPending} disabled={written === 0} onClick={() => void apply()}>
                  {act} {formatNumber(written)} {noun[written === 1 ? 0 : 1]}
                </Button>
              </span>
            </div>
            <ImportRows rows={verdicts} />
          </>
        );
      }}
    </QueryState>
  );
}

const WORDS: Record<Verdict, string> = { create: 'new', update: 'changed', unchanged: 'unchanged', refused: 'skipped' };

/** "3 new, 1 changed, 0 unchanged, 2 skipped." */
const summaryOf = (rows: readonly RowVerdict[]): string =>
  `${(Object.keys(WORDS) as Verdict[]).map((verdict) => `${formatNumber(countOf(rows, verdict))} ${WORDS[verdict]}`).join(', ')}.`;
