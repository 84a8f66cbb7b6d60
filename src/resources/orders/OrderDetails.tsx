import { shortDay } from '../../../domain/dates';
import { orders as calls } from '../../../domain/orders/contract';
import { type Order, OrderBasicInfo } from '../../../domain/orders/order';
import { useCall } from '../../providers/use-call';
import { useEditForm } from '../../providers/use-edit-form';
import { Button } from '../../ui/Button';
import { Field, FieldError, TextArea, TextInput } from '../../ui/Field';
import { Fact } from './Fact';
import { SalesRepChoice } from './SalesRepChoice';

const schema = OrderBasicInfo.omit({ version: true });
const orNull = { setValueAs: (value: string | null) => value || null };

const NAMES = {
  shipDate: 'Ship date',
  paymentDueDate: 'Payment due',
  shippingDetails: 'Shipping details',
  notes: 'Notes',
  salesRepOrgUserIds: 'Sales reps',
};

type Values = {
  shipDate: string | null;
  paymentDueDate: string | null;
  shippingDetails: string;
  notes: string;
  salesRepOrgUserIds: number[];
};

type OrderDetailsProps = { order: Order; values: Values; refresh: () => unknown };

/** Dates, shipping, notes and sales reps: to change for whoever may, to read for others. */
export function OrderDetails({ order, refresh }: Omit<OrderDetailsProps, 'values'>) {
  const { shipDate, paymentDueDate, shippingDetails, notes, salesReps } = order;
  const values = {
    shipDate,
    paymentDueDate,
    shippingDetails,
    notes,
    salesRepOrgUserIds: salesReps.map(({ id }) => id),
  };
  return (
    <section className="o-panel" aria-labelledby="order-details">
      <h2 id="order-details">Details</h2>
      {order.canEdit ? (
        <DetailsForm order={order} values={values} refresh={refresh} />
      ) : (
        <dl className="o-facts">
          <Fact name={NAMES.shipDate}>{shipDate && shortDay(shipDate)}</Fact>
          <Fact name={NAMES.paymentDueDate}>{paymentDueDate && shortDay(paymentDueDate)}</Fact>
          <Fact name={NAMES.salesRepOrgUserIds}>{salesReps.map(({ displayName }) => displayName).join(', ')}</Fact>
          <Fact name={NAMES.shippingDetails}>{shippingDetails}</Fact>
          <Fact name={NAMES.notes}>{notes}</Fact>
        </dl>
      )}
    </section>
  );
}

function DetailsForm({ order, values, refresh }: OrderDetailsProps) {
  const { run } = useCall(calls.updateBasicInfo, { success: 'Order details saved', showsErrors: true });
  const edit = useEditForm<Values>({
    values,
    version: order.version,
    schema,
    refresh,
    save: async (typed, version) => {
      const result = await run({ params: { id: order.id }, body: { ...typed, version } });
      if (result.ok) await refresh();
      return result;
    },
  });
  const { register, watch, setValue, formState } = edit.form;
  const { errors, isDirty, isSubmitting } = formState;
  const clashing = Object.keys(edit.clashes) as (keyof Values)[];
  return (
    <form
      className="o-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void edit.submit();
      }}
    >
      <div className="o-pair">
        <Field label={NAMES.shipDate} error={errors.shipDate?.message}>
          <TextInput type="date" {...register('shipDate', orNull)} />
        </Field>
        <Field label={NAMES.paymentDueDate} error={errors.paymentDueDate?.message}>
          <TextInput type="date" {...register('paymentDueDate', orNull)} />
        </Field>
      </div>
      <SalesRepChoice
        order={order}
        chosen={watch('salesRepOrgUserIds')}
        error={errors.salesRepOrgUserIds?.message}
        onChange={(ids) => setValue('salesRepOrgUserIds', ids, { shouldDirty: true })}
      />
      <Field label={NAMES.shippingDetails} error={errors.shippingDetails?.message}>
        <TextArea rows={2} {...register('shippingDetails')} />
      </Field>
      <Field label={NAMES.notes} hint="Only your organization sees these." error={errors.notes?.message}>
        <TextArea rows={3} {...register('notes')} />
      </Field>
      {clashing.length > 0 && (
        <div className="o-notice" role="alert">
          <p>
            Someone else changed {clashing.map((name) => NAMES[name]).join(', ')} while you were typing. Nothing was
            overwritten. Theirs:
          </p>
          <ul>
            {clashing.map((name) => (
              <li key={name}>
                {NAMES[name]}: <b>{shown(name, edit.clashes[name], order)}</b>
              </li>
            ))}
          </ul>
          <div className="o-acts">
            <Button onClick={edit.takeTheirs}>Take theirs</Button>
            <Button onClick={edit.keepMine}>Keep mine</Button>
          </div>
        </div>
      )}
      {edit.problem && <FieldError>{edit.problem}</FieldError>}
      {isDirty && (
        <div className="o-acts">
          <Button type="submit" tone="primary" busy={isSubmitting} aria-disabled={clashing.length > 0}>
            Save details
          </Button>
          <Button onClick={edit.discard}>Discard changes</Button>
        </div>
      )}
    </form>
  );
}

/** A value of someone else's, as people read it. */
function shown(name: keyof Values, value: Values[keyof Values] | undefined, { salesReps }: Order): string {
  if (name === 'salesRepOrgUserIds') return salesReps.map(({ displayName }) => displayName).join(', ') || 'nobody';
  if (!value) return 'empty';
  return name === 'shipDate' || name === 'paymentDueDate' ? shortDay(String(value)) : String(value);
}
