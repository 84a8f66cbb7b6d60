import { Link } from 'react-router';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import { counted } from '../../../../domain/text';
import { OrderLink } from '../../../kit/links/OrderLink';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import css from './Shortages.module.css';

/** The products promised beyond what is on hand, and who relies on them; nothing when there are none. */
export function Shortages() {
  const orgId = useSession().scope?.orgId ?? 0;
  const { data = [] } = useCallQuery(
    calls.shortages,
    { query: { orgId } },
    { topics: ['packages', 'products', 'orders'] },
  );
  if (data.length === 0) return null;
  return (
    <Panel title="Promised beyond what is on hand">
      <ul className={css.shortages}>
        {data.map(({ productId, name, unitOfMeasure, quantity, reserved, missing, orders, orderCount }) => {
          const shown = (amount: string) => describeQuantity(amount, unitOfMeasure);
          const unseen = orderCount - orders.length;
          return (
            <li key={productId}>
              <span>
                <Link to={`/inventory/products/${productId}`}>{name}</Link>{' '}
                <b className={css.missing}>{shown(missing)} short</b>
              </span>
              <span className="v-hint">
                {shown(reserved)} reserved, {shown(quantity)} on hand
              </span>
              <span className={css.orders}>
                {orders.map((order) => (
                  <OrderLink key={order.id} order={order} />
                ))}
                {unseen > 0 && <span>{counted(unseen, 'other order')}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
