import { memo, useEffect, useMemo, useRef } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { termsText } from '../../../../domain/customers/credit';
import { compare, formatUsd, greater, subtract } from '../../../../domain/money';
import type { OrderCustomer } from '../../../../domain/orders/entry/draft';
import { lineMessages } from '../../../../domain/orders/entry/judge';
import type { Order } from '../../../../domain/orders/order';
import { findCreditStop, findEditStop, unpaidUsd, usesCredit } from '../../../../domain/orders/payments/credit';
import { counted } from '../../../../domain/text';
import { FormNotes } from '../../../kit/form/FormNotes';
import { type FieldSpec, Fields } from '../../../kit/form/fields';
import { Panel } from '../../../kit/record/RecordPage';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import { FieldError } from '../../../ui/Field';
import { Pill } from '../../../ui/Pill';
import { EntryLines } from './EntryLines';
import css from './entry.module.css';
import { beginningOf, type EntryValues } from './entry-values';
import { useChoices } from './useChoices';
import type { OrderEntry } from './useOrderEntry';

const LABELS: Partial<Record<keyof EntryValues, string>> = {
  customerId: 'Customer',
  orderSource: 'Source',
  distributorId: 'Distributor',
  salesRepOrgUserIds: 'Sales reps',
  paymentOptionId: 'Payment option',
  paymentDueDate: 'Payment due',
  shipDate: 'Ship date',
  shippingDetails: 'Shipping details',
  notes: 'Notes',
  discountType: 'Discount in',
  discount: 'Discount',
  lineItems: 'Line items',
};

type OrderFormProps = {
  entry: OrderEntry;
  order: Order | null;
  /** Why lines, discount and customer can't change. */
  whyNotLines: string | null;
  save: string;
  onCancel?: () => void;
};

/** An order as its seller enters it, new or saved: customer and terms beside its lines, saved as one. */
export function OrderForm({ entry, order, whyNotLines, save, onCancel }: OrderFormProps) {
  const { form, judged, totals, refusals, dismiss } = entry;
  const { customer, fields } = useChoices(entry, order, whyNotLines);
  useBeginning(entry, order, customer);
  const groups = useMemo(() => GROUPS.map((names) => fields.filter(({ name }) => names.includes(name))), [fields]);
  const [whose = [], ...others] = groups;
  const names = new Map(
    (order?.lineItems ?? []).map(({ productId, productName, sku }) => [productId, { name: productName, sku }]),
  );
  const wrong = lineMessages(judged).length;
  const ofOrder = refusals.filter(({ line }) => line === null);
  const submit = () => {
    dismiss();
    if (wrong === 0) void form.submit();
  };
  return (
    // Not a form: the dialogs of the lines have forms of their own.
    // biome-ignore lint/a11y/noStaticElementInteractions: only the shortcut to save
    <div className={css.form} onKeyDown={form.formProps.onKeyDown}>
      <Panel title="Customer and terms">
        <form
          ref={form.formProps.ref}
          noValidate
          className={css.head}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div>
            <HeadFields rhf={form.rhf} fields={whose} />
            {customer && <CustomerFacts customer={customer} order={order} invoicedUsd={totals?.invoicedUsd} />}
          </div>
          {others.map((group) => (
            <HeadFields key={group[0]?.name} rhf={form.rhf} fields={group} />
          ))}
        </form>
      </Panel>
      <EntryLines entry={entry} whyNot={whyNotLines} names={names} />
      <section className={css.bar} aria-label="Save">
        <div className={css.notes}>
          <FormNotes form={form} labels={LABELS} shown={(name, value) => shownTheirs(fields, name, value)} />
          {ofOrder.map(({ message }) => (
            <FieldError key={message}>{message}</FieldError>
          ))}
          {wrong > 0 && (
            <span role="status">{counted(wrong, 'line needs', 'lines need')} a change before you can save.</span>
          )}
          {wrong === 0 && form.isDirty && <span>Unsaved changes</span>}
        </div>
        {onCancel && (
          <Button
            onClick={() => {
              form.discard();
              onCancel();
            }}
          >
            {form.isDirty ? 'Discard changes' : 'Close'}
          </Button>
        )}
        <Button
          tone="primary"
          busy={form.isSaving}
          disabled={wrong > 0 || (order !== null && !form.isDirty)}
          aria-disabled={form.clashes.length > 0}
          onClick={submit}
        >
          {save}
        </Button>
      </section>
    </div>
  );
}

/** The fields beside each other. */
const GROUPS: readonly (readonly (keyof EntryValues)[])[] = [
  ['customerId', 'orderSource'],
  ['distributorId', 'salesRepOrgUserIds', 'paymentOptionId'],
  ['shipDate', 'paymentDueDate', 'discountType', 'discount'],
  ['shippingDetails', 'notes'],
];

type HeadFieldsProps = { rhf: UseFormReturn<EntryValues>; fields: readonly FieldSpec<EntryValues>[] };

/** Drawn when they change themselves, and not with every line. */
const HeadFields = memo(function HeadFields({ rhf, fields }: HeadFieldsProps) {
  return (
    <FormProvider {...rhf}>
      <Fields<EntryValues> fields={fields} />
    </FormProvider>
  );
});

/** What someone else changed a field to. */
function shownTheirs(fields: readonly FieldSpec<EntryValues>[], name: string, value: unknown): string {
  if (name === 'lineItems') return counted((value as unknown[]).length, 'line');
  const field = fields.find((one) => one.name === name);
  const options = field && 'options' in field ? (field.options ?? []) : [];
  return options.find((option) => option.value === value)?.label ?? (value ? String(value) : 'none');
}

/** A new order takes over what is usual for its customer and brands, as long as nobody chose otherwise. */
function useBeginning(entry: OrderEntry, order: Order | null, customer: ReturnType<typeof useChoices>['customer']) {
  const { form, typed, products } = entry;
  const begun = useRef<number | null>(order?.customer.id ?? null);
  useEffect(() => {
    if (!customer || begun.current === customer.id || order) return;
    begun.current = customer.id;
    const { dirtyFields } = form.rhf.formState;
    const reps = dirtyFields.salesRepOrgUserIds ? form.rhf.getValues('salesRepOrgUserIds') : [];
    for (const [name, value] of Object.entries(beginningOf(customer, reps)))
      form.rhf.setValue(name as 'paymentOptionId', value as never);
  }, [customer, order, form.rhf]);
  const firstBrand = products.get(typed.lineItems[0]?.productId ?? 0)?.brand.id;
  const chosen = useRef<number | null>(order ? (order.distributor?.companyId ?? 0) : null);
  useEffect(() => {
    if (chosen.current !== null || !customer || firstBrand === undefined) return;
    const usual = customer.usualDistributors.find(({ brandId }) => brandId === firstBrand);
    chosen.current = usual?.distributorId ?? 0;
    if (usual && form.rhf.getValues('distributorId') === null)
      form.rhf.setValue('distributorId', usual.distributorId, { shouldDirty: true });
  }, [customer, firstBrand, form.rhf]);
}

/** Whether the order would push its customer over the limit: by being accepted, or by costing more if it is. */
function isOverLimit(customer: OrderCustomer, order: Order | null, invoicedUsd: string): boolean {
  const terms = { ...customer, onHold: false };
  if (order && usesCredit(order.status)) {
    const isNewCustomer = customer.id !== order.customer.id;
    const edit = { before: order, after: { ...order, invoicedUsd }, isNewCustomer };
    return findEditStop(terms, customer.exposureUsd, edit) !== null;
  }
  const orderUsd = unpaidUsd({ invoicedUsd, paidUsd: order?.paidUsd ?? '0' });
  const accepting = { from: order?.status ?? 'DRAFT', to: 'ACCEPTED', orderUsd } as const;
  return findCreditStop(terms, customer.exposureUsd, accepting) !== null;
}

/** `order` is the saved one, `invoicedUsd` what of it is owed as typed. */
type CustomerFactsProps = { customer: OrderCustomer; order: Order | null; invoicedUsd: string | undefined };

/** What to know of a customer before their order is entered: hold, credit, terms. */
function CustomerFacts({ customer, order, invoicedUsd = '0' }: CustomerFactsProps) {
  const { onHold, holdReason, delinquent, creditLimitUsd: limit, exposureUsd, overpaidUsd } = customer;
  const left = limit === null ? null : subtract(limit, exposureUsd);
  const isOver = isOverLimit(customer, order, invoicedUsd);
  return (
    <div className={css.customer}>
      {(onHold || delinquent || isOver) && (
        <p>
          {onHold && (
            <Pill tone="negative" mark="slash">
              On hold
            </Pill>
          )}{' '}
          {delinquent && (
            <Pill tone="warning" mark="clock">
              Delinquent
            </Pill>
          )}{' '}
          {isOver && (
            <Pill tone="negative" mark="plus">
              Over limit
            </Pill>
          )}
        </p>
      )}
      {onHold && (
        <p className="v-hint">
          {holdReason ? `On hold: ${holdReason}. ` : ''}You can save a draft; accepting it, or adding to an accepted
          order, takes a reason.
        </p>
      )}
      <Facts
        facts={{
          License: customer.licenseNumber,
          Owes: formatUsd(greater(exposureUsd, 0)),
          'Credit left': left === null ? 'No limit' : formatUsd(left),
          'Paid too much': compare(overpaidUsd, 0) > 0 && `${formatUsd(overpaidUsd)}, already taken off`,
          Terms: termsText(customer),
        }}
      />
    </div>
  );
}
