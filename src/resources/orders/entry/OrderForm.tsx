import { useEffect, useRef, useState } from 'react';
import type { JudgedLine } from '../../../../domain/orders/entry/judge';
import { lineMessages } from '../../../../domain/orders/entry/judged';
import type { Order } from '../../../../domain/orders/order';
import { counted } from '../../../../domain/text';
import { FormNotes } from '../../../kit/form/FormNotes';
import type { FieldSpec } from '../../../kit/form/fields';
import { DiscardQuestion } from '../../../kit/form/questions/DiscardQuestion';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { EntryLines } from './EntryLines';
import { moneyOrDash } from './entry.columns';
import css from './entry.module.css';
import { beginningOf, type EntryValues } from './entry-values';
import { OrderHead } from './OrderHead';
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

/** An order as its seller enters it, new or saved: customer, terms and lines, saved as one. */
export function OrderForm({ entry, order, whyNotLines, save, onCancel }: OrderFormProps) {
  const { form, typed, judged, totals, refusals, dismiss } = entry;
  const { customer, fields } = useChoices(entry, order, whyNotLines);
  useBeginning(entry, order, customer);
  const names = new Map(
    (order?.lineItems ?? []).map(({ productId, productName, sku }) => [productId, { name: productName, sku }]),
  );
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const prevents = lineMessages(judged).length;
  const isRefused = refusals.some(({ line }) => line !== null);
  const keysOf = (is: (line: JudgedLine, at: number) => boolean) =>
    typed.lineItems.flatMap(({ key }, at) => (judged[at] && is(judged[at], at) ? [key] : []));
  const wrong = keysOf(({ error }, at) => error !== undefined || refusals.some(({ line }) => line === at));
  const odd = wrong.length > 0 ? wrong : keysOf(({ warning }) => warning !== undefined);
  const said = odd.length === 0 ? null : oddText(odd.length, wrong.length > 0, prevents > 0 || isRefused);
  const ofOrder = refusals.filter(({ line }) => line === null);
  const { isFinding, isWaiting, onFinding, submit } = useFoundLines(() => {
    dismiss();
    if (prevents === 0) void form.submit();
  });
  return (
    // Not a form: the dialogs of the lines have forms of their own.
    // biome-ignore lint/a11y/noStaticElementInteractions: only the shortcut to save
    <div
      className={css.form}
      onKeyDown={(event) => {
        if (!isFinding) return form.formProps.onKeyDown(event);
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      }}
    >
      <OrderHead entry={entry} order={order} customer={customer} fields={fields} onSubmit={submit} />
      <EntryLines entry={entry} whyNot={whyNotLines} names={names} only={only} onOnly={setOnly} onFinding={onFinding} />
      <section className={css.bar} aria-label="Save">
        <div className={css.notes}>
          <FormNotes form={form} labels={LABELS} shown={(name, value) => shownTheirs(fields, name, value)} />
          {ofOrder.map(({ message }) => (
            <FieldError key={message}>{message}</FieldError>
          ))}
          <span className={css.wrongs}>
            <span role="status">{said ?? (form.isDirty ? 'Unsaved changes' : '')}</span>
            {said !== null && (
              <button type="button" className="v-link" onClick={() => setOnly(new Set(odd))}>
                {odd.length === 1 ? 'Show it' : 'Show them'}
              </button>
            )}
          </span>
        </div>
        <span className={css.sum}>
          Total <b>{moneyOrDash(totals?.totalUsd)}</b>
        </span>
        {onCancel && (
          <Button onClick={() => (form.isDirty ? setLeaving(true) : onCancel())}>
            {form.isDirty ? 'Discard changes' : 'Close'}
          </Button>
        )}
        <Button
          tone="primary"
          busy={form.isSaving || isWaiting}
          disabled={prevents > 0 || (order !== null && !form.isDirty)}
          aria-disabled={form.clashes.length > 0}
          onClick={submit}
        >
          {save}
        </Button>
      </section>
      {isLeaving && onCancel && (
        <DiscardQuestion
          onStay={() => setLeaving(false)}
          onDiscard={() => {
            form.discard();
            onCancel();
          }}
        />
      )}
    </div>
  );
}

/** Saves once every line that was typed is there: a SKU may still be looked up as Save is pressed. */
function useFoundLines(save: () => void) {
  const [finding, setFinding] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isWaiting || finding > 0) return;
    setWaiting(false);
    latest.current();
  }, [isWaiting, finding]);
  return {
    isFinding: finding > 0,
    isWaiting,
    onFinding: (line: Promise<boolean>) => {
      setFinding((count) => count + 1);
      void line.then((isAdded) => {
        setFinding((count) => count - 1);
        // What is said of the line is read first.
        if (!isAdded) setWaiting(false);
      });
    },
    submit: () => (finding > 0 ? setWaiting(true) : save()),
  };
}

/** What the lines that are wrong or only odd keep from happening. */
function oddText(many: number, areWrong: boolean, prevent: boolean): string {
  if (!areWrong) {
    const lines = many === 1 ? '1 line is outside its product’s' : `${many} lines are outside their products’`;
    return `${lines} limits or stock. You can still save.`;
  }
  return `${counted(many, 'line needs', 'lines need')} a change before you can ${prevent ? 'save' : 'submit'}.`;
}

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
