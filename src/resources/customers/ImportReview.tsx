import { useMemo } from 'react';
import type { CustomerImport, ImportRow, RowVerdict, Verdict } from '../../../domain/customers/import';
import { customerImports as calls } from '../../../domain/customers/import-contract';
import { QueryState } from '../../kit/form/QueryState';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { useResourceCreate } from '../../providers/use-resource';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/states';
import styles from './customers.module.css';
import { ImportRows } from './ImportRows';
import { imports } from './resource';

type ImportReviewProps = {
  fileName: string;
  rows: readonly ImportRow[];
  onBack: () => void;
  onApplied: (applied: CustomerImport) => void;
};

const countOf = (rows: readonly RowVerdict[], wanted: Verdict) =>
  rows.filter(({ verdict }) => verdict === wanted).length;

/** What an import would do with each row, before anything is saved. */
export function ImportReview({ fileName, rows, onBack, onApplied }: ImportReviewProps) {
  const { scope } = useSession();
  const [orgId, companyId] = [scope?.orgId ?? 0, scope?.sellerCompanyId ?? 0];
  const body = useMemo(() => ({ orgId, companyId, rows: [...rows] }), [orgId, companyId, rows]);
  const query = useCallQuery(calls.preview, { body }, { topics: ['customers'] });
  const { run, isPending } = useResourceCreate(imports, { success: 'Customers imported.' });
  const apply = async () => {
    const result = await run({ ...body, fileName });
    if (result.ok) onApplied(result.value);
  };
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ rows: verdicts }) => {
        const [fresh, changed] = [countOf(verdicts, 'create'), countOf(verdicts, 'update')];
        return (
          <>
            <div className={styles.head}>
              <p>
                {fresh} new, {changed} changed, {countOf(verdicts, 'unchanged')} unchanged,{' '}
                {countOf(verdicts, 'refused')} skipped. Skipped rows aren’t imported.
              </p>
              <span className={styles.head}>
                <Button onClick={onBack}>Back to columns</Button>
                <Button tone="primary" busy={isPending} disabled={fresh + changed === 0} onClick={() => void apply()}>
                  Import {fresh + changed} {fresh + changed === 1 ? 'customer' : 'customers'}
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
