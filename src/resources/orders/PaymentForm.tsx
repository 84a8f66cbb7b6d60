import { useEffect } from 'react';
import { Controller, type Path, useForm } from 'react-hook-form';
import { fieldErrors } from '../../../domain/errors';
import { formatUsd, parseAmount, roundCents, subtract } from '../../../domain/money';
import { orders as calls } from '../../../domain/orders/contract';
import { type Order, PAYMENT_TYPE_LABELS, PAYMENT_TYPES, PaymentDraft } from '../../../domain/orders/order';
import { CallError, isAbort, messageOf } from '../../providers/call-errors';
import { useUnsaved } from '../../providers/unsaved';
import { useCall } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { Field, FieldError, Select, TextInput } from '../../ui/Field';
import { MoneyInput } from '../../ui/MoneyInput';
import { today } from '../../ui/reader-dates';

type PaymentFormProps = { order: Order; onClose: () => void; onRecorded: () => Promise<void> };
type Values = { amount: string; paymentType: (typeof PAYMENT_TYPES)[number]; paymentDate: string; note: string };

const TYPES = PAYMENT_TYPES.map((value) => ({ value, label: PAYMENT_TYPE_LABELS[value] }));

/** Records a payment, of what is still owed unless typed otherwise. */
export function PaymentForm({ order, onClose, onRecorded }: PaymentFormProps) {
  const balance = roundCents(subtract(order.totalUsd, order.paidUsd));
  const { run } = useCall(calls.recordPayment, { success: 'Payment recorded', showsErrors: true });
  const { control, register, handleSubmit, setError, setFocus, formState } = useForm<Values>({
    defaultValues: { amount: balance, paymentType: 'CHECK', paymentDate: today(), note: '' },
  });
  const { errors, isDirty, isSubmitting } = formState;
  useUnsaved(isDirty);
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus]);

  const show = (messages: Readonly<Record<string, string>>) =>
    Object.entries(messages).forEach(([name, message], index) => {
      setError(name as Path<Values>, { type: 'platform', message }, { shouldFocus: index === 0 });
    });
  const submit = handleSubmit(async (typed) => {
    const checked = PaymentDraft.safeParse({ ...typed, amount: parseAmount(typed.amount) ?? typed.amount });
    if (checked.error) return show(fieldErrors(checked.error));
    const result = await run({ params: { id: order.id }, body: checked.data });
    if (result.ok) return onRecorded();
    const { error } = result;
    if (error instanceof CallError && error.errors) show(error.errors);
    else if (!isAbort(error)) setError('root', { message: messageOf(error) });
  });
  return (
    <form
      className="o-form o-inset"
      noValidate
      aria-label="Record payment"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === 'Escape' && !isDirty && onClose()}
    >
      <div className="o-pair">
        <Controller
          control={control}
          name="amount"
          render={({ field }) => (
            <Field label="Amount" hint={`Balance ${formatUsd(balance)}`} error={errors.amount?.message} required>
              <MoneyInput ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
        <Field label="Type" error={errors.paymentType?.message} required>
          <Select options={TYPES} {...register('paymentType')} />
        </Field>
      </div>
      <div className="o-pair">
        <Field label="Date" error={errors.paymentDate?.message} required>
          <TextInput type="date" {...register('paymentDate')} />
        </Field>
        <Field label="Note" error={errors.note?.message}>
          <TextInput {...register('note')} />
        </Field>
      </div>
      {errors.root && <FieldError>{errors.root.message}</FieldError>}
      <div className="o-acts">
        <Button type="submit" tone="primary" busy={isSubmitting}>
          Record payment
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
