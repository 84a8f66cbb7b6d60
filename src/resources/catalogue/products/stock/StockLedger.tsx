import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { MOVEMENTS, type ProductStock, type StockMovement } from '../../../../../domain/catalogue/stock-ledger';
import { compare, formatNumber } from '../../../../../domain/money';
import { available } from '../../../../../domain/orders/stock';
import { QueryState } from '../../../../kit/form/QueryState';
import { OrderLink } from '../../../../kit/links/OrderLink';
import { PanelPager } from '../../../../kit/record/PanelPager';
import { Panel } from '../../../../kit/record/RecordPage';
import { momentHere } from '../../../../ui/reader-dates';
import css from '../product-page.module.css';

type StockLedgerProps = {
  query: UseQueryResult<ProductStock, Error>;
  page: number;
  itemsPerPage: number;
  onPage: (page: number) => void;
  unit: string;
};

/** Every movement of a product's stock, newest first, with the figures after it. */
export function StockLedger({ query, page, itemsPerPage, onPage, unit }: StockLedgerProps) {
  const id = useId();
  return (
    <Panel title="Stock ledger" id={id}>
      <QueryState query={query} empty={<p className="v-hint">Nothing has changed this stock yet.</p>}>
        {({ results, resultCount }) => (
          <>
            <table className={css.ledger} aria-labelledby={id}>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What</th>
                  <th scope="col">Who</th>
                  <th scope="col" className={css.end}>
                    On hand
                  </th>
                  <th scope="col" className={css.end}>
                    Reserved
                  </th>
                  <th scope="col" className={css.end}>
                    Available
                  </th>
                </tr>
              </thead>
              <tbody>
                {results.map((movement) => (
                  <Movement key={movement.id} movement={movement} />
                ))}
              </tbody>
            </table>
            <p className="v-hint">In {unit.toLowerCase()}s.</p>
            <PanelPager
              label="the stock ledger"
              page={page}
              itemsPerPage={itemsPerPage}
              count={resultCount}
              onPage={onPage}
            />
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function Movement({ movement }: { movement: StockMovement }) {
  const { created, kind, order, note, person } = movement;
  return (
    <tr>
      <td>
        <time dateTime={created}>{momentHere(created)}</time>
      </td>
      <td className={css.what}>
        <span>
          {MOVEMENTS[kind]}
          {order && (
            <>
              {' '}
              for <OrderLink order={order} />
            </>
          )}
          {note && <span className="v-hint"> {note}</span>}
        </span>
      </td>
      <td>{person ?? 'Automatic'}</td>
      <td data-label="On hand" className={css.end}>
        <Moved by={movement.quantityDelta} to={movement.quantity} />
      </td>
      <td data-label="Reserved" className={css.end}>
        <Moved by={movement.reservedDelta} to={movement.reserved} />
      </td>
      <td data-label="Available" className={css.end}>
        {formatNumber(available(movement))}
      </td>
    </tr>
  );
}

/** The figure after a movement, with its change: "+12 → 640". */
function Moved({ by, to }: { by: string; to: string }) {
  const change = compare(by, 0);
  if (change === 0) return <span className="v-hint">{formatNumber(to)}</span>;
  return (
    <span>
      <b>
        {change > 0 ? '+' : '-'}
        {formatNumber(by.replace('-', ''))}
      </b>{' '}
      <span className="v-hint">→ {formatNumber(to)}</span>
    </span>
  );
}
