import { useId, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../../domain/money';
import { type OfferedStock, wholesaleStock } from '../../../../domain/wholesale/stock-contract';
import { QueryState } from '../../../kit/form/QueryState';
import { PanelPager } from '../../../kit/record/PanelPager';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Pill } from '../../../ui/Pill';
import { momentHere } from '../../../ui/reader-dates';
import css from '../wholesale.module.css';

const PAGE = 25;

/** Matched products' stock on both sides, with what became of each. */
export function StockList({ orgId, syncId }: { orgId: number; syncId: number }) {
  const id = useId();
  const [page, setPage] = useState(0);
  const query = useCallQuery(
    wholesaleStock.list,
    { params: { orgId, id: syncId }, query: { page, itemsPerPage: PAGE } },
    { topics: ['integrations', 'products'], keepsPrevious: true },
  );
  const empty = <p className="v-hint">No product is matched yet. Match your products with those there first.</p>;
  return (
    <Panel title="Stock of matched products" id={id}>
      <QueryState query={query} empty={empty}>
        {({ results, resultCount }) => (
          <>
            <table className={css.stock} aria-labelledby={id}>
              <thead>
                <tr>
                  <th scope="col">Product</th>
                  <th scope="col" className={css.end}>
                    Available here
                  </th>
                  <th scope="col" className={css.end}>
                    Set aside
                  </th>
                  <th scope="col" className={css.end}>
                    Sent
                  </th>
                  <th scope="col">Status</th>
                </tr>
              </thead>
              <tbody>
                {results.map((row) => (
                  <Row key={row.productId} row={row} />
                ))}
              </tbody>
            </table>
            <PanelPager label="stock" page={page} itemsPerPage={PAGE} count={resultCount} onPage={setPage} />
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function Row({ row }: { row: OfferedStock }) {
  const { productId, name, available, setAside, published, publishedAt, isInherited, isWaiting, problem } = row;
  return (
    <tr>
      <td>
        <Link to={`/inventory/products/${productId}`}>{name}</Link>
      </td>
      <td data-label="Available here" className={css.end}>
        {formatNumber(available)}
      </td>
      <td data-label="Set aside" className={css.end}>
        {formatNumber(setAside)}
      </td>
      <td data-label="Sent" className={css.end}>
        {published === null ? '' : formatNumber(published)}
      </td>
      <td>
        {problem ? (
          <>
            <Pill tone="negative">Problem</Pill> <span className={css.problem}>{problem}</span>
          </>
        ) : isWaiting ? (
          <Pill tone="progress" mark="clock">
            On its way
          </Pill>
        ) : isInherited ? (
          <Pill tone="neutral">Comes from there</Pill>
        ) : published === null ? (
          <Pill tone="neutral" mark="dashes">
            Not sent yet
          </Pill>
        ) : (
          <>
            <Pill tone="positive">Up to date</Pill>{' '}
            {publishedAt && <span className="v-hint">{momentHere(publishedAt)}</span>}
          </>
        )}
      </td>
    </tr>
  );
}
