import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { orderHistory as calls } from '../../../../domain/orders/history/contract';
import { QueryState } from '../../../kit/form/QueryState';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { momentHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import css from './OrderThen.module.css';

type Then = CallOutput<typeof calls.asOf>;
type OrderThenProps = { id: number; orderNumber: string; at: string; onClose: () => void };

/** The order as it was at some moment, beside what it is now; what differs is marked. */
export function OrderThen({ id, orderNumber, at, onClose }: OrderThenProps) {
  const query = useCallQuery(calls.asOf, { params: { id }, query: { at } }, { topics: ['orders'] });
  return (
    <Dialog
      title={`Order ${orderNumber} on ${momentHere(at)}`}
      width={720}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <QueryState query={query} skeleton={<Skeleton height="240px" />}>
        {(then) => <Compared then={then} />}
      </QueryState>
    </Dialog>
  );
}

function Compared({ then: { status, paid, fields, lines } }: { then: Then }) {
  const facts = [{ field: 'Status', ...status }, ...fields, { field: 'Paid', ...paid }];
  return (
    <div className={css.then}>
      <Sides caption="Order" what="Field">
        {facts
          .filter(({ was, is }) => was || is)
          .map(({ field, was, is }) => (
            <Row key={field} name={field} was={was ?? ''} is={is ?? ''} />
          ))}
      </Sides>
      <Sides caption="Line items" what="Product">
        {lines.map(({ id, was, is }) => (
          <Row key={id} name={(was ?? is)?.product ?? ''} was={lineOf(was)} is={lineOf(is)} />
        ))}
      </Sides>
    </div>
  );
}

const lineOf = (line: Then['lines'][number]['was']): string =>
  line ? [`${line.quantity} at ${line.price}`, line.more].filter(Boolean).join(', ') : 'Not on the order';

function Sides({ caption, what, children }: { caption: string; what: string; children: ReactNode }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">Then</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Row({ name, was, is }: { name: string; was: string; is: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{was || 'Empty'}</td>
      {was === is ? <td className="muted">Same</td> : <td className={css.changed}>{is || 'Empty'}</td>}
    </tr>
  );
}
