import { useState } from 'react';
import { Link } from 'react-router';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import type { Leaving as LeavingGoods } from '../../../../domain/inventory/leaving';
import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { OrderLink } from '../../../kit/links/OrderLink';
import { Panel } from '../../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
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

/** What fulfilled orders keep until their packages leave the tracking system; nothing when there is none. */
export function Leaving() {
  const orgId = useSession().scope?.orgId ?? 0;
  const { data = [] } = useCallQuery(
    calls.leaving,
    { query: { orgId } },
    { topics: ['packages', 'products', 'orders'] },
  );
  const maySettle = useCan().can(calls.markLeft.requires);
  const [asking, setAsking] = useState<LeavingGoods | null>(null);
  if (data.length === 0) return null;
  return (
    <Panel title="Fulfilled, still in the tracking system">
      <p className="v-hint">
        These orders are fulfilled, but their packages haven’t left the tracking system. The stock stays reserved until
        they do.
      </p>
      <ul className={css.shortages}>
        {data.map((one) => (
          <li key={`${one.order.id} ${one.productId}`}>
            <span>
              <Link to={`/inventory/products/${one.productId}`}>{one.name}</Link>{' '}
              <b>{describeQuantity(one.order.quantity, one.unitOfMeasure)}</b>
            </span>
            <span className={css.orders}>
              <OrderLink order={one.order} />
              <span className="v-hint">{one.order.customerName}</span>
              {maySettle && <Button onClick={() => setAsking(one)}>It has left</Button>}
            </span>
          </li>
        ))}
      </ul>
      {asking && <HasLeft orgId={orgId} of={asking} onClose={() => setAsking(null)} />}
    </Panel>
  );
}

function HasLeft({ orgId, of, onClose }: { orgId: number; of: LeavingGoods; onClose: () => void }) {
  const { run } = useCall(calls.markLeft, { showsErrors: true });
  const { productId, name, unitOfMeasure, order } = of;
  return (
    <Confirm
      title={`Has ${describeQuantity(order.quantity, unitOfMeasure)} of ${name} left?`}
      act="It has left"
      run={() => run({ body: { orgId, productId, orderId: order.id } })}
      success="No longer reserved."
      onClose={onClose}
    >
      <p>
        Its packages in the tracking system no longer hold it, so order {order.orderNumber} stops reserving it. Check
        the packages first: what they still hold can be sold again.
      </p>
    </Confirm>
  );
}
