import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { harvests as calls, harvestLists } from '../../../../domain/harvests/contract';
import { type Harvest, WEIGHT_UNITS } from '../../../../domain/harvests/harvest';
import { inventory } from '../../../../domain/inventory/packages/contract';
import { MOST_SPLIT } from '../../../../domain/inventory/packages/split';
import { typedAmount } from '../../../../domain/typed';
import { useCan } from '../../../access/useCan';
import { choicesOf } from '../../../kit/form/choices';
import { RowFields } from '../../../kit/form/controls/RowFields';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceList } from '../../../providers/refine/use-resource';
import { Field, Select } from '../../../ui/Field';
import { today } from '../../../ui/reader-dates';
import { weightText } from '../harvests.text';
import { harvests, packagedItems } from '../resource';

type Ingredient = { harvestId: number; weight: string; unitOfMeasureAbbreviation: string };
type Values = {
  label: string;
  itemId: number | null;
  locationId: number | null;
  unitOfMeasureAbbreviation: string;
  ingredients: Ingredient[];
  forTesting: boolean;
  packagedDate: string;
  note: string;
};

const MOST_INGREDIENTS = 20;
const units = WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit }));

/** Makes a package of a harvest, and of others of its license that were submitted. */
export function PackageDrawer({ harvest, onClose }: { harvest: Harvest; onClose: () => void }) {
  const { id, licenseId, defaultUnitOfMeasureAbbreviation: unit } = harvest;
  const query = { licenseId };
  const access = useCan();
  const noItems = access.whyNot(packagedItems.requires);
  const locations = useCallQuery(harvestLists.locations, { query });
  const others = useResourceList(harvests, { filters: { licenseId, submitted: 'true' } }).result.data;
  const made = [harvest, ...others.filter((one) => one.id !== id)];
  const form = useCallForm(calls.addPackage, {
    params: { id },
    values: {
      label: '',
      itemId: null,
      locationId: null,
      unitOfMeasureAbbreviation: unit,
      ingredients: [{ harvestId: id, weight: '', unitOfMeasureAbbreviation: unit }],
      forTesting: false,
      packagedDate: today(),
      note: '',
    } as Values,
    body: ({ ingredients, ...values }) => ({
      ...values,
      ingredients: ingredients.map((one) => ({ ...one, weight: typedAmount('quantity', one.weight) })),
    }),
    success: 'Package added.',
    onSaved: onClose,
  });
  return (
    <FormDrawer<Values>
      form={form}
      title="Add a package"
      save="Add package"
      width={560}
      onClose={onClose}
      whyNot={noItems}
      labels={{ ingredients: 'What goes in' }}
      intro={access.can(inventory.tags.requires) && <FreeTags licenseId={licenseId} />}
      fields={[
        { name: 'label', label: 'Tag', control: 'tag', required: true },
        {
          name: 'itemId',
          label: 'Item',
          control: 'lookup',
          required: true,
          source: choicesOf(packagedItems, {
            filters: { ...query, measures: 'weight' },
            search: 'searchTerm',
            option: (item) => ({ value: item.id, label: item.name }),
          }),
        },
        {
          name: 'locationId',
          label: 'Location',
          control: 'select',
          options: (locations.data ?? [])
            .filter(({ forPackages }) => forPackages)
            .map((place) => ({ value: place.id, label: place.name })),
          placeholder: 'Choose a location',
          required: true,
        },
        { name: 'packagedDate', label: 'Packaged on', control: 'date', isNative: true, required: true, half: true },
        {
          name: 'unitOfMeasureAbbreviation',
          label: 'Unit',
          control: 'select',
          options: units,
          required: true,
          half: true,
        },
        { name: 'forTesting', label: 'For testing', control: 'checkbox', hint: 'A sample for the lab.' },
        { name: 'note', label: 'Note', maxLength: 250 },
      ]}
    >
      <RowFields<Ingredient>
        name="ingredients"
        noun="Harvest"
        most={Math.min(MOST_INGREDIENTS, made.length)}
        fields={[
          {
            name: 'harvestId',
            label: 'Harvest',
            control: 'select',
            required: true,
            options: made.map((one) => ({
              value: one.id,
              label: `${one.name}, ${weightText(one, one.balance.current)} left`,
            })),
          },
          { name: 'weight', label: 'Weight', control: 'quantity', required: true, half: true },
          { name: 'unitOfMeasureAbbreviation', label: 'Unit', control: 'select', options: units, half: true },
        ]}
        next={(last) => ({
          harvestId: made[1]?.id ?? id,
          weight: '',
          unitOfMeasureAbbreviation: last?.unitOfMeasureAbbreviation ?? unit,
        })}
      />
    </FormDrawer>
  );
}

/** The license's free tags, of which the next is taken unless another is scanned or typed. */
function FreeTags({ licenseId }: { licenseId: number }) {
  const { setValue, getValues } = useFormContext<Values>();
  const tags = useCallQuery(
    inventory.tags,
    { params: { licenseId }, query: { count: MOST_SPLIT } },
    { waitsForKey: true },
  );
  useEffect(() => {
    const [next] = tags.data ?? [];
    if (next && getValues('label') === '') setValue('label', next);
  }, [tags.data, getValues, setValue]);
  if (!tags.data || tags.data.length === 0) return null;
  return (
    <Field label="Free tags" hint="The next free tag is filled in. Choose another here, or scan it below.">
      <Select
        options={tags.data.map((tag) => ({ value: tag, label: tag }))}
        onChange={({ target }) => setValue('label', target.value, { shouldDirty: true })}
      />
    </Field>
  );
}
