import { Link } from 'react-router';
import type { PushProblem } from '../../../../domain/accounting/push/contract';
import { mendLink } from './MendButton';
import css from './push.module.css';

type Refused = { orderId: number; orderNumber: string; errors: readonly PushProblem[] };

/** Orders that can't be pushed, each with why and where it is mended. */
export function OrderErrors({ orders, companyId }: { orders: readonly Refused[]; companyId: number }) {
  return (
    <div className={css.errors}>
      <ul className={css.list} aria-label="Orders with problems">
        {orders.map(({ orderId, orderNumber, errors }) => (
          <li key={orderId}>
            <Link to={`/orders/${orderId}`}>Order {orderNumber}</Link>
            {errors.map(({ fault, message, mend }) => {
              const link = mendLink(mend, companyId);
              return (
                <p key={`${fault} ${message}`} className={css.problem}>
                  {message} {link && mend.act !== 'OPEN_ORDER' && <Link to={link.to}>{link.label}</Link>}
                </p>
              );
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
