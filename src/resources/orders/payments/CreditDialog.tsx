import type { CallOutput } from '../../../../domain/contract/endpoint';
import { formatUsd, lesser, roundCents } from '../../../../domain/money';
import type { Order } from '../../../../domain/orders/order';
import { orderCredit as calls } from '../../../../domain/orders/payments/contract';
import { balanceUsd } from '../../../../domain/orders/totals';
import { typedAmount } from '../../../../domain/typed';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { OrderLink } from '../../../kit/links/OrderLink';
import styles from '../orders.module.css';

type CreditDialogProps = {
  order: Order;
  credit: CallOutput<typeof calls.get>;
  onApplied: () => Promise<void>;
  onClose: () => void;
};

/** Pays an order with what its customer paid too much elsewhere. */
export function CreditDialog({ order, credit, onApplied, onClose }: CreditDialogProps) {
  const balance = balanceUsd(order);
  const form = useCallForm(calls.apply, {
    params: { id: order.id },
    values: { amount: roundCents(lesser(balance, credit.creditUsd)) },
    body: ({ amount }) => ({ amount: typedAmount('money', amount) }),
    success: 'Credit applied',
    draft: false,
    onSaved: async () => {
      await onApplied();
      onClose();
    },
  });
  return (
    <FormDialog<{ amount: string }>
      form={form}
      title={`Apply credit to order ${order.orderNumber}`}
      save="Apply credit"
      onClose={onClose}
      intro={
        <>
          <p>
            {order.customer.name} has {formatUsd(credit.creditUsd)} of credit on other orders. The oldest is used first.
          </p>
          <ul className={styles.list}>
            {credit.sources.map(({ creditUsd, ...source }) => (
              <li key={source.id}>
                <OrderLink order={source} /> <span className={styles.sub}>{formatUsd(creditUsd)}</span>
              </li>
            ))}
          </ul>
        </>
      }
      fields={[
        {
          name: 'amount',
          label: 'Amount',
          control: 'money',
          required: true,
          hint: `Balance ${formatUsd(balance)}`,
        },
      ]}
    />
  );
}
