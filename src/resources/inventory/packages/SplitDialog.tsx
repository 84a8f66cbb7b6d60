import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { inventory as calls } from '../../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../../domain/inventory/packages/package';
import { MOST_SPLIT, type NewPackage, splitEvenly, takenBy } from '../../../../domain/inventory/packages/split';
import { compare, formatAmount, subtract } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { readTyped, typedAmount } from '../../../../domain/typed';
import { RowFields } from '../../../kit/form/controls/RowFields';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Field, TextInput } from '../../../ui/Field';
import { today } from '../../../ui/reader-dates';
import css from './PackageDrawer.module.css';

type SplitValues = { newPackages: NewPackage[]; actualDate: string; tradeSample: boolean };
/** A package, whichever its id is. */
type Held = Omit<InventoryPackage, 'id'>;

type SplitProps = { one: Held; onClose: () => void };

/** Makes several packages of a part of one, with the tracking system's next free tags. */
export function SplitDialog({ one, onClose }: SplitProps) {
  const licenseId = one.holder.id;
  const tags = useCallQuery(calls.tags, { params: { licenseId }, query: { count: MOST_SPLIT } }, { waitsForKey: true });
  const { unitOfMeasureAbbreviation: unit } = one;
  const form = useCallForm(calls.split, {
    params: { licenseId, label: one.label },
    values: {
      newPackages: [{ label: '', quantity: '' }],
      actualDate: today(),
      tradeSample: false,
    } as SplitValues,
    body: ({ newPackages, ...values }) => ({
      ...values,
      newPackages: newPackages.map(({ label, quantity }) => ({ label, quantity: typedAmount('quantity', quantity) })),
      unitOfMeasureAbbreviation: unit,
    }),
    success: ({ modifiedPackages: { length } }) =>
      length === 2
        ? '1 package created. We’re sending it to the tracking system.'
        : `${length - 1} packages created. We’re sending them to the tracking system.`,
    draft: false,
    onSaved: onClose,
  });
  return (
    <FormDrawer<SplitValues>
      form={form}
      title={`Split ${one.label}`}
      save="Split"
      onClose={onClose}
      width={560}
      intro={
        <p>
          {formatAmount(one.quantity)} {unit} of {one.itemName}. We send each new package to the tracking system.
        </p>
      }
      fields={[
        { name: 'actualDate', label: 'Split on', control: 'date', isNative: true, required: true, half: true },
        { name: 'tradeSample', label: 'Trade samples', control: 'checkbox', half: true },
      ]}
      labels={{ newPackages: 'New packages' }}
    >
      <Template one={one} tags={tags.data} />
      <RowFields<NewPackage>
        name="newPackages"
        noun="Package"
        fields={[
          { name: 'label', label: 'Tag', control: 'tag', required: true, half: true },
          { name: 'quantity', label: `Quantity in ${unit}`, control: 'quantity', required: true, half: true },
        ]}
        next={(last) => ({ label: tagAfter(tags.data ?? [], last?.label), quantity: last?.quantity ?? '' })}
        most={MOST_SPLIT}
      />
      <Remains one={one} />
    </FormDrawer>
  );
}

/** The free tag after one; none after the last. */
const tagAfter = (tags: readonly string[], label: string | undefined) =>
  tags[label === undefined ? 0 : tags.indexOf(label) + 1] ?? '';

/** Fills the rows with as many packages of one size as fit, such as cases of 32. */
function Template({ one, tags }: { one: Held; tags: readonly string[] | undefined }) {
  const { setValue, getValues } = useFormContext<SplitValues>();
  const [each, setEach] = useState('');
  const { amount, problem } = readTyped('quantity', each);
  const made = splitEvenly(one.quantity, { each: amount || '0', count: null, rest: false });
  useEffect(() => {
    const [first] = getValues('newPackages');
    if (first?.label === '' && tags?.[0]) setValue('newPackages.0.label', tags[0]);
  }, [tags, getValues, setValue]);
  const fill = () =>
    setValue(
      'newPackages',
      made.map((quantity, at) => ({ label: tags?.[at] ?? '', quantity })),
      { shouldDirty: true, shouldValidate: false },
    );
  return (
    <div className={css.template}>
      <Field
        label="Same size"
        hint="As many as fit; the rest stays in this package."
        {...(problem !== null && { error: problem })}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={each}
          onChange={(event) => setEach(event.target.value)}
        />
      </Field>
      <Button onClick={fill} disabled={made.length === 0 || tags === undefined}>
        {made.length === 0 ? 'Fill in' : `Fill in ${counted(made.length, 'package')}`}
      </Button>
    </div>
  );
}

/** What the new packages take, and what remains. */
function Remains({ one }: { one: Held }) {
  const rows = (useWatch({ name: 'newPackages' }) ?? []) as NewPackage[];
  const unit = one.unitOfMeasureAbbreviation;
  const typed = rows.flatMap(({ quantity }) => {
    const { amount } = readTyped('quantity', quantity);
    return amount ? [{ quantity: amount }] : [];
  });
  const taken = takenBy(one, typed, unit) ?? '0';
  const left = subtract(one.quantity, taken);
  const isTooMuch = compare(left, 0) < 0;
  return (
    <p className={isTooMuch ? css.short : 'v-hint'} aria-live="polite">
      {isTooMuch
        ? `${formatAmount(subtract(taken, one.quantity))} ${unit} more than this package holds.`
        : `${formatAmount(left)} ${unit} remain in this package.`}
    </p>
  );
}
