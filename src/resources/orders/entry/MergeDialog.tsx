import { useNavigate } from 'react-router';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { formatUsd } from '../../../../domain/money';
import { orderEntry as calls } from '../../../../domain/orders/entry-contract';
import { TOO_MANY_PRODUCTS } from '../../../../domain/orders/merge';
import { OverrideReason } from '../../../../domain/orders/order';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { Confirm } from '../../../kit/form/Confirm';
import { messageOf } from '../../../providers/call-errors';
import { showSnack } from '../../../providers/snackbar';
import { useCall, useCallQuery } from '../../../providers/use-call';
import { Facts } from '../../../ui/Facts';
import { FieldError } from '../../../ui/Field';
import { Skeleton } from '../../../ui/states';
import css from './entry.module.css';
import { OVERRIDE_FIELD } from './override';

type MergeDialogProps = { orderIds: readonly number[]; onPreviewed: () => void; onClose: () => void };

/** Shows what several orders become together, then makes them one. The selection is cleared after either. */
export function MergeDialog({ orderIds, onPreviewed, onClose }: MergeDialogProps) {
  const navigate = useNavigate();
  const body = { orderIds: [...orderIds] };
  const { data, error } = useCallQuery(calls.mergePreview, { body }, { staleTime: 0, retry: 0 });
  const { run } = useCall(calls.merge, { showsErrors: true });
  const stop = data?.creditStop;
  const whyNot = error
    ? messageOf(error)
    : data
      ? stop && !stop.mayOverride
        ? stop.message
        : null
      : 'Adding the orders up.';
  const isWarning = error !== null && messageOf(error) === TOO_MANY_PRODUCTS;
  const close = () => {
    onClose();
    onPreviewed();
  };
  return (
    <Confirm<{ reason: string }, CallOutput<typeof calls.merge>>
      title={`Merge ${orderIds.length} orders`}
      act="Merge orders"
      tone="primary"
      run={({ reason }) =>
        run({
          body: {
            ...body,
            versions: (data?.orders ?? []).map(({ version }) => version),
            ...(stop && { overrideReason: reason }),
          },
        })
      }
      values={{ reason: '' }}
      fields={stop?.mayOverride ? [OVERRIDE_FIELD] : []}
      {...(stop && { schema: OverrideReason })}
      whyNot={whyNot}
      onDone={({ id, orderNumber }) => {
        onPreviewed();
        showSnack({ status: 'success', message: `Order ${orderNumber} has the lines of ${orderIds.length} orders` });
        void navigate(`/orders/${id}`);
      }}
      onClose={close}
      width={640}
    >
      <div className={css.customer}>
        {error &&
          (isWarning ? (
            <p className={css.warning} role="status">
              {messageOf(error)}
            </p>
          ) : (
            <FieldError>{messageOf(error)}</FieldError>
          ))}
        {!data && !error && <Skeleton height="120px" />}
        {data && (
          <>
            <p>
              The orders become one new order of {data.customerName}, {ORDER_STATUSES[data.status].label.toLowerCase()},
              with what they reserved. They are kept as combined. You can undo this until the new order is changed.
            </p>
            {data.statusChange && <p>{data.statusChange}</p>}
            {stop && <FieldError>{stop.message}</FieldError>}
            <ul className={css.verdicts} aria-label="Orders to merge">
              {data.orders.map(({ id, orderNumber, status, totalUsd, lineItemCount }) => (
                <li key={id}>
                  <span>
                    Order {orderNumber}{' '}
                    <span className="v-hint">
                      {data.statusChange && `${ORDER_STATUSES[status].label}, `}
                      {lineItemCount} {lineItemCount === 1 ? 'line' : 'lines'}
                    </span>
                  </span>
                  <span>{formatUsd(totalUsd)}</span>
                </li>
              ))}
            </ul>
            <Facts
              facts={{
                Lines: data.lineItemCount,
                Subtotal: formatUsd(data.subtotalUsd),
                Discount: formatUsd(data.orderDiscountUsd),
                Total: formatUsd(data.totalUsd),
                Notes: data.notes,
              }}
            />
          </>
        )}
      </div>
    </Confirm>
  );
}
