import { formatUsd, parseAmount, roundCents, subtract } from '../../../domain/money';
import { orders as calls } from '../../../domain/orders/contract';
import { type Order, PAYMENT_TYPE_LABELS, PAYMENT_TYPES } from '../../../domain/orders/order';
import { FormSheet } from '../../kit/form/FormSheet';
import { useCallForm } from '../../kit/form/useRecordForm';
import { today } from '../../ui/reader-dates';

type PaymentFormProps = { order: Order; onClose: () => void; onRecorded: () => Promise<void> };
type Values = { amount: string; paymentType: (typeof PAYMENT_TYPES)[number]; paymentDate: string | null; note: string };

const TYPES = PAYMENT_TYPES.map((value) => ({ value, label: PAYMENT_TYPE_LABELS[value] }));

/** Records a payment, of what is still owed unless typed otherwise. */
export function PaymentForm({ order, onClose, onRecorded }: PaymentFormProps) {
  const balance = roundCents(subtract(order.totalUsd, order.paidUsd));
  const form = useCallForm<typeof calls.recordPayment, Values>(calls.recordPayment, {
    params: { id: order.id },
    values: { amount: balance, paymentType: 'CHECK', paymentDate: today(), note: '' },
    body: (typed) => ({
      ...typed,
      amount: parseAmount(typed.amount) ?? typed.amount,
      paymentDate: typed.paymentDate ?? '',
    }),
    success: 'Payment recorded',
    onSaved: onRecorded,
  });
  return (
    <FormSheet
      form={form}
      label="Record payment"
      className="o-form o-inset"
      save="Record payment"
      onCancel={onClose}
      fields={[
        {
          name: 'amount',
          label: 'Amount',
          control: 'money',
          required: true,
          half: true,
          hint: `Balance ${formatUsd(balance)}`,
        },
        { name: 'paymentType', label: 'Type', control: 'select', options: TYPES, required: true, half: true },
        { name: 'paymentDate', label: 'Date', control: 'date', isNative: true, required: true, half: true },
        { name: 'note', label: 'Note', half: true },
      ]}
    />
  );
}
