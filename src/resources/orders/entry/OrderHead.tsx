import { memo, useId, useMemo, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { termsText } from '../../../../domain/customers/credit';
import { shortDay } from '../../../../domain/dates';
import { compare, formatUsd, greater, isEqual, subtract } from '../../../../domain/money';
import type { OrderCustomer } from '../../../../domain/orders/entry/draft';
import type { Order } from '../../../../domain/orders/order';
import { findCreditStop, findEditStop, unpaidUsd, usesCredit } from '../../../../domain/orders/payments/credit';
import { type FieldSpec, Fields } from '../../../kit/form/fields';
import { Facts } from '../../../ui/Facts';
import { Icon } from '../../../ui/Icon';
import { Pill } from '../../../ui/Pill';
import { LicenseWarningLine } from '../../licenses/LicenseWarningLine';
import css from './entry.module.css';
import { discountOf, type EntryValues } from './entry-values';
import type { OrderEntry } from './useOrderEntry';

type OrderHeadProps = {
  entry: OrderEntry;
  order: Order | null;
  customer: OrderCustomer | undefined;
  fields: readonly FieldSpec<EntryValues>[];
  onSubmit: () => void;
};

/** Whose order it is, and its terms in a line that unfolds to change them: lines come first on the page. */
export function OrderHead({ entry, order, customer, fields, onSubmit }: OrderHeadProps) {
  const { form, typed, totals } = entry;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const groups = useMemo(() => GROUPS.map((names) => fields.filter(({ name }) => names.includes(name))), [fields]);
  const whose = useMemo(() => fields.filter(({ name }) => name === 'customerId'), [fields]);
  const { errors } = form.rhf.formState;
  // What is wrong isn't folded away, nor as soon as it is corrected: somebody is typing there.
  const isWrong = GROUPS.some((names) => names.some((name) => errors[name] !== undefined));
  if (isWrong && !isOpen) setOpen(true);
  return (
    <section className={css.headPanel} aria-label="Customer and terms">
      <form
        ref={form.formProps.ref}
        noValidate
        className={css.head}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className={css.whose}>
          <HeadFields rhf={form.rhf} fields={whose} />
          <div className={css.about}>
            {customer && <CustomerFacts customer={customer} order={order} invoicedUsd={totals?.invoicedUsd} />}
            <div className={css.folded}>
              <button
                type="button"
                className="v-button v-quiet"
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              >
                <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={18} />
                Terms
              </button>
              {!isOpen && <p className="v-hint">{termsLine(typed, fields).join(' · ')}</p>}
            </div>
          </div>
        </div>
        <div id={id} className={css.terms} hidden={!isOpen}>
          {isOpen && groups.map((group) => <HeadFields key={group[0]?.name} rhf={form.rhf} fields={group} />)}
        </div>
      </form>
    </section>
  );
}

/** The terms beside each other. */
const GROUPS: readonly (readonly (keyof EntryValues)[])[] = [
  ['orderSource', 'distributorId'],
  ['salesRepOrgUserIds', 'paymentOptionId'],
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

/** The terms that are set, in words. */
function termsLine(typed: EntryValues, fields: readonly FieldSpec<EntryValues>[]): string[] {
  const labelOf = (name: keyof EntryValues, value: unknown) => {
    const field = fields.find((one) => one.name === name);
    const options = field && 'options' in field ? (field.options ?? []) : [];
    return options.find((option) => option.value === value)?.label;
  };
  const { discount, discountType } = discountOf(typed);
  const off = discountType === '%' ? `${typed.discount}%` : formatUsd(discount);
  const parts = [
    labelOf('orderSource', typed.orderSource),
    typed.salesRepOrgUserIds.flatMap((id) => labelOf('salesRepOrgUserIds', id) ?? []).join(', '),
    labelOf('distributorId', typed.distributorId),
    labelOf('paymentOptionId', typed.paymentOptionId),
    typed.shipDate && `Ships ${shortDay(typed.shipDate)}`,
    typed.paymentDueDate && `Due ${shortDay(typed.paymentDueDate)}`,
    !isEqual(discount, 0) && `${off} discount`,
    typed.shippingDetails.trim(),
    typed.notes.trim() && `Notes: ${typed.notes.trim()}`,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '') as string[];
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
      {customer.id !== order?.customer.id && <LicenseWarningLine warning={customer.licenseWarning} />}
      <Facts
        layout="columns"
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
