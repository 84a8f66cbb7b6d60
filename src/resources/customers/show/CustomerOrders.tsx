import { Link } from 'react-router';
import type { Customer } from '../../../../domain/customers/customer';
import { formatUsd } from '../../../../domain/money';
import { QueryState } from '../../../kit/form/QueryState';
import { OrderLink } from '../../../kit/links/OrderLink';
import { ordersPath } from '../../../kit/links/orders-path';
import { Panel } from '../../../kit/record/RecordPage';
import { useResourceList } from '../../../providers/refine/use-resource';
import { dateHere } from '../../../ui/reader-dates';
import { OrderStatusPill, PaymentPill } from '../../orders/OrderPills';
import { orders } from '../../orders/resource';
import styles from '../customers.module.css';

const SHOWN = 10;

/** A customer's latest orders, with a link to all of them. */
export function CustomerOrders({ customer }: { customer: Customer }) {
  const filters = { customerIds: [customer.id] };
  const { query } = useResourceList(orders, { filters, query: { companyId: customer.companyId } });
  const all = ordersPath(filters);
  return (
    <Panel title="Latest orders" id="customer-orders" actions={<Link to={all}>See all orders</Link>}>
      <QueryState query={query} empty={{ title: 'No orders yet', hint: 'Orders for this customer appear here.' }}>
        {({ data }) => (
          <div className={styles.scroll}>
            <table className={styles.table} aria-labelledby="customer-orders">
              <thead>
                <tr>
                  <th scope="col">Order</th>
                  <th scope="col">Created</th>
                  <th scope="col">Status</th>
                  <th scope="col" className={styles.wide}>
                    Payment
                  </th>
                  <th scope="col" className={styles.end}>
                    Total
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.slice(0, SHOWN).map((order) => (
                  <tr key={order.id}>
                    <th scope="row">
                      <OrderLink order={order} />
                    </th>
                    <td>{dateHere(order.created)}</td>
                    <td>
                      <OrderStatusPill status={order.status} />
                    </td>
                    <td className={styles.wide}>
                      <PaymentPill order={order} />
                    </td>
                    <td className={styles.end}>{formatUsd(order.totalUsd)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryState>
    </Panel>
  );
}
