import { lazy, Suspense } from 'react';
import { customers as calls } from '../../../../domain/customers/contract';
import type { Customer } from '../../../../domain/customers/customer';
import { formatUsd } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { daysIn } from '../../../../domain/time-zones';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { countedZone } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import styles from '../customers.module.css';
import { monthName } from './months';

const SpendChart = lazy(() => import('./SpendChart'));

/** A customer's spend by month, as a chart and a table. */
export function CustomerSpend({ customer }: { customer: Customer }) {
  const input = { params: { id: customer.id }, query: {} };
  const query = useCallQuery(calls.spend, input, { topics: ['orders'] });
  return (
    <Panel title="Spend by month" id="customer-spend">
      <QueryState query={query} skeleton={<Skeleton height="240px" />}>
        {({ months, allTime }) => (
          <>
            <p className="v-hint">
              {counted(allTime.orderCount, 'order')} and {formatUsd(allTime.totalUsd)} all time. Drafts, backorders and
              closed orders aren’t counted. {daysIn(countedZone())}.
            </p>
            <div className={styles.spend}>
              <div className={styles.chart} aria-hidden="true">
                <Suspense fallback={<Skeleton height="240px" />}>
                  <SpendChart months={months} />
                </Suspense>
              </div>
              <table className={styles.table} aria-labelledby="customer-spend">
                <thead>
                  <tr>
                    <th scope="col">Month</th>
                    <th scope="col" className={styles.end}>
                      Orders
                    </th>
                    <th scope="col" className={styles.end}>
                      Total
                    </th>
                    <th scope="col" className={styles.end}>
                      Paid
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {[...months].reverse().map(({ month, orderCount, totalUsd, paidUsd }) => (
                    <tr key={month}>
                      <th scope="row">{monthName(month)}</th>
                      <td className={styles.end}>{orderCount}</td>
                      <td className={styles.end}>{formatUsd(totalUsd)}</td>
                      <td className={styles.end}>{formatUsd(paidUsd)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </QueryState>
    </Panel>
  );
}
