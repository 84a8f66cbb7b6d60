import { formatAmount, sum } from '../../../../domain/money';
import { networkPackages as calls } from '../../../../domain/network/packages-contract';
import type { StockFilters, StockTotal } from '../../../../domain/network/stock';
import { counted } from '../../../../domain/text';
import { useCallQuery } from '../../../providers/refine/use-call';
import css from './network-packages.module.css';

/** What there is of what the list shows, by unit, and by holder within. */
export function StockTotals({ orgId, filters }: { orgId: number; filters: StockFilters }) {
  const { data = [] } = useCallQuery(
    calls.totals,
    { body: { orgId, filters } },
    { topics: ['packages', 'network', 'shared-packages'], keepsPrevious: true },
  );
  if (data.length === 0) return null;
  const units = [...Map.groupBy(data, ({ unit }) => unit).entries()];
  return (
    <details className={`surface ${css.totals}`}>
      <summary>
        {units.map(([unit, totals]) => (
          <span key={unit} className={css.total}>
            <b>
              {amountOf(totals, 'quantity')} {unit}
            </b>{' '}
            <span className="muted">
              {counted(
                totals.reduce((all, { packages }) => all + packages, 0),
                'package',
              )}
              {', '}
              {counted(new Set(totals.map(({ licenseId }) => licenseId)).size, 'license')}
            </span>
          </span>
        ))}
        <span className={css.more}>By holder</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard */}
      <section className={css.scroll} tabIndex={0} aria-label="Stock by holder">
        <table className={css.table}>
          <caption className="v-hidden">Stock by holder and unit</caption>
          <thead>
            <tr>
              <th scope="col">Held by</th>
              <th scope="col">License</th>
              <th scope="col">Packages</th>
              <th scope="col">Quantity</th>
              <th scope="col">On hold</th>
              <th scope="col">Failed test</th>
            </tr>
          </thead>
          <tbody>
            {data.map((total) => (
              <tr key={`${total.licenseId} ${total.unit}`}>
                <th scope="row">{total.isOurs ? `${total.organization} (you)` : total.organization}</th>
                <td>{total.licenseNumber}</td>
                <td>{formatAmount(total.packages)}</td>
                <td>{`${formatAmount(total.quantity)} ${total.unit}`}</td>
                <td>{shown(total.onHold, total.unit)}</td>
                <td>{shown(total.failed, total.unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const amountOf = (totals: readonly StockTotal[], what: 'quantity' | 'onHold' | 'failed') =>
  formatAmount(sum(totals.map((total) => total[what])));
const shown = (amount: string, unit: string) => (Number(amount) === 0 ? '' : `${formatAmount(amount)} ${unit}`);
