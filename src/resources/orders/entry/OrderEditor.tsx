import { LINES_KEPT_ELSEWHERE } from '../../../../domain/orders/entry/source';
import { type Order, OverrideReason } from '../../../../domain/orders/order';
import { isClosed, isFrozen, statusPhrase } from '../../../../domain/orders/status';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { showSnack } from '../../../providers/snackbar';
import { OrderForm } from './OrderForm';
import { OVERRIDE_FIELD } from './override';
import { useOrderEntry } from './useOrderEntry';

type OrderEditorProps = { order: Order; refresh: () => Promise<unknown>; onClose: () => void };

/** A saved order being edited whole. */
export function OrderEditor({ order, refresh, onClose }: OrderEditorProps) {
  const entry = useOrderEntry({
    order,
    refresh,
    onSaved: async ({ orderNumber }) => {
      await refresh();
      showSnack({ status: 'success', message: `Order ${orderNumber} saved` });
      onClose();
    },
  });
  return (
    <>
      <OrderForm entry={entry} order={order} whyNotLines={whyNotLines(order)} save="Save order" onCancel={onClose} />
      {entry.stopped && (
        <Confirm<{ reason: string }>
          title="Save this order anyway?"
          act="Save anyway"
          tone="primary"
          values={{ reason: '' }}
          schema={OverrideReason}
          fields={[OVERRIDE_FIELD]}
          run={async ({ reason }) => {
            await entry.saveAnyway(reason);
            return { ok: true, value: null };
          }}
          onClose={entry.leave}
        >
          <p>{entry.stopped}</p>
        </Confirm>
      )}
    </>
  );
}

function whyNotLines({ canEditLines, status, externalId }: Order): string | null {
  if (canEditLines) return null;
  if (externalId !== null) return LINES_KEPT_ELSEWHERE;
  const label = statusPhrase(status);
  if (isClosed(status)) return `The order is ${label}. Its lines can’t change.`;
  return isFrozen(status)
    ? `The order is ${label}. Changing its lines takes the “Edit frozen orders” permission.`
    : 'You can’t change the lines of this order.';
}
