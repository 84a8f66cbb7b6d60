import { compare, formatUsd } from '../../../../domain/money';
import { ENTERED_PAYMENT_TYPES, type Order, PAYMENT_TYPE_LABELS } from '../../../../domain/orders/order';
import { CONFIRM_PAYMENT, paymentDoubts } from '../../../../domain/orders/payments/doubts';
import { backorderText, balanceUsd } from '../../../../domain/orders/totals';
import { readTyped, typedAmount } from '../../../../domain/typed';
import { FormSheet } from '../../../kit/form/FormSheet';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { today } from '../../../ui/reader-dates';
import styles from '../orders.module.css';
import { orderPayments } from '../resource';
import css from './OrderPayments.module.css';

type PaymentFormProps = { order: Order; onClose: () => void; onRecorded: () => Promise<void> };
type Values = {
  amount: string;
  paymentType: (typeof ENTERED_PAYMENT_TYPES)[number];
  paymentDate: string | null;
  note: string;
  skipExternalPush: boolean;
  confirmed: boolean;
};

const TYPES = ENTERED_PAYMENT_TYPES.map((value) => ({ value, label: PAYMENT_TYPE_LABELS[value] }));

/** Records a payment, by default of the balance. */
export function PaymentForm({ order, onClose, onRecorded }: PaymentFormProps) {
  const balance = balanceUsd(order);
  const waits = backorderText(order);
  const values: Values = {
    amount: compare(balance, 0) > 0 ? balance : '',
    paymentType: 'CHECK',
    paymentDate: today(),
    note: '',
    skipExternalPush: false,
    confirmed: false,
  };
  const form = useRecordForm(orderPayments, {
    of: { id: order.id },
    values,
    body: (typed) => ({
      ...typed,
      amount: typedAmount('money', typed.amount),
      paymentDate: typed.paymentDate ?? '',
    }),
    success: 'Payment recorded',
    onSaved: onRecorded,
  });
  const [amount, paymentDate] = form.rhf.watch(['amount', 'paymentDate']);
  const { amount: read } = readTyped('money', amount);
  const doubts = read && paymentDate ? Object.values(paymentDoubts({ amount: read, paymentDate }, order, today())) : [];
  return (
    <FormSheet
      form={form}
      label="Record payment"
      className={`${styles.form} ${css.form}`}
      save="Record payment"
      onCancel={onClose}
      fields={[
        {
          name: 'amount',
          label: 'Amount',
          control: 'money',
          required: true,
          half: true,
          hint: `Balance ${formatUsd(balance)}${waits ? `. ${waits}.` : ''}`,
        },
        { name: 'paymentType', label: 'Type', control: 'select', options: TYPES, required: true, half: true },
        { name: 'paymentDate', label: 'Date', control: 'date', isNative: true, required: true, half: true },
        { name: 'note', label: 'Note', half: true },
        {
          name: 'skipExternalPush',
          label: 'Don’t send to connected systems',
          control: 'checkbox',
        },
        ...(doubts.length > 0
          ? [{ name: 'confirmed', label: CONFIRM_PAYMENT, control: 'checkbox', hint: doubts.join(' ') } as const]
          : []),
      ]}
    />
  );
}
