import { useMemo } from 'react';
import { licenseDisplayName } from '../../../../../domain/access/vocabulary';
import type { Product } from '../../../../../domain/catalogue/product-record';
import { measureOf, trackingUnitOf } from '../../../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../../../domain/catalogue/units/tracking-units';
import { trackingItems } from '../../../../../domain/inventory/items/items-contract';
import {
  type ItemCategory,
  TRACKING_UNIT_NAMES,
  type TrackingItem,
} from '../../../../../domain/inventory/items/tracking-item';
import { typedOrNull } from '../../../../../domain/typed';
import { FormDrawer } from '../../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../../kit/form/fields';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { ErrorState } from '../../../../ui/states';

type NewItemProps = {
  product: Product;
  name: string;
  onAdded: (items: readonly TrackingItem[]) => void;
  onClose: () => void;
};
type Values = {
  licenseId: number | null;
  name: string;
  categoryName: string;
  strainName: string;
  unitOfMeasure: TrackingUnit;
  unitWeight: string;
  unitWeightUnitOfMeasure: TrackingUnit;
  unitThcContent: string;
  unitThcContentUnitOfMeasure: TrackingUnit;
};

const FIELDS = [
  'name',
  'categoryName',
  'strainName',
  'unitOfMeasure',
  'unitWeight',
  'unitWeightUnitOfMeasure',
  'unitThcContent',
  'unitThcContentUnitOfMeasure',
] as const;
const NAMES = Object.fromEntries(FIELDS.map((field) => [`items.0.${field}`, field]));
const units = (list: readonly TrackingUnit[]) => list.map((unit) => ({ value: unit, label: unit }));
const MASS_UNITS = units(TRACKING_UNIT_NAMES.filter((unit) => measureOf(unit) !== 'count'));

/** Adds an item to a license at the tracking system; asks for a key to it when there is none. */
export function NewItem({ product, name, onAdded, onClose }: NewItemProps) {
  const licenses = useLicensesOf(product);
  const form = useCallForm<typeof trackingItems.create, Values>(trackingItems.create, {
    values: useMemo(() => valuesOf(product, name, licenses[0]?.value), [product, name, licenses]),
    names: NAMES,
    body: (values) => ({ licenseId: values.licenseId ?? undefined, items: [itemOf(values, product.brandId)] }),
    success: ([item]) => `${item?.name} added to the tracking system.`,
    failure: 'The item wasn’t added.',
    onSaved: (items) => {
      onAdded(items);
      onClose();
    },
  });
  const [licenseId, categoryName] = form.rhf.watch(['licenseId', 'categoryName']);
  const query = { licenseId: licenseId ?? 0 };
  const enabled = licenseId !== null;
  const categories = useCallQuery(trackingItems.categories, { query }, { waitsForKey: true, enabled, retry: 0 });
  const isRead = categories.data !== undefined;
  const strains = useCallQuery(trackingItems.strains, { query }, { waitsForKey: true, enabled: isRead, retry: 0 });
  const unread = [categories, strains].find(({ error, isFetching }) => error !== null && !isFetching);
  const category = categories.data?.find((one) => one.name === categoryName);
  return (
    <FormDrawer
      form={form}
      title="New item"
      intro={
        <>
          <p className="v-hint">
            It’s added to the tracking system of your state right away, and ticked here so you can map it.
          </p>
          {unread && <ErrorState message={messageOf(unread.error)} onRetry={() => void unread.refetch()} />}
        </>
      }
      save="Add item"
      fields={fieldsOf({ licenses, categories: categories.data, strains: strains.data, category })}
      onClose={onClose}
    />
  );
}

type Offered = {
  licenses: { value: number; label: string }[];
  categories: ItemCategory[] | undefined;
  strains: { name: string }[] | undefined;
  category: ItemCategory | undefined;
};

function fieldsOf({ licenses, categories, strains, category }: Offered): FieldSpec<Values>[] {
  const named = (list: readonly { name: string }[] | undefined) =>
    list?.map(({ name }) => ({ value: name, label: name }));
  const own = TRACKING_UNIT_NAMES.filter((unit) => !category || measureOf(unit) === category.measures);
  const isCounted = category?.measures === 'count';
  return [
    { name: 'licenseId', label: 'License', control: 'select', options: licenses, required: true },
    { name: 'name', label: 'Name', required: true, maxLength: 150 },
    { name: 'categoryName', label: 'Category', control: 'lookup', options: named(categories), required: true },
    { name: 'unitOfMeasure', label: 'Unit', control: 'select', options: units(own), required: true },
    {
      name: 'strainName',
      label: 'Strain',
      control: 'lookup',
      options: named(strains),
      required: category?.requiresStrain ?? false,
    },
    {
      name: 'unitWeight',
      label: 'Weight of a unit',
      control: 'quantity',
      half: true,
      required: category?.requiresUnitWeight ?? false,
      when: () => isCounted,
    },
    {
      name: 'unitWeightUnitOfMeasure',
      label: 'Weight in',
      control: 'select',
      options: MASS_UNITS,
      half: true,
      when: () => isCounted,
    },
    {
      name: 'unitThcContent',
      label: 'THC of a unit',
      control: 'quantity',
      half: true,
      required: category?.requiresUnitThcContent ?? false,
      when: () => isCounted,
    },
    {
      name: 'unitThcContentUnitOfMeasure',
      label: 'THC in',
      control: 'select',
      options: MASS_UNITS,
      half: true,
      when: () => isCounted,
    },
  ];
}

const valuesOf = (product: Product, name: string, licenseId: number | undefined): Values => ({
  licenseId: licenseId ?? null,
  name: name || product.name,
  categoryName: product.category,
  strainName: product.strain?.name ?? '',
  unitOfMeasure: trackingUnitOf(product.unitOfMeasure),
  unitWeight: '',
  unitWeightUnitOfMeasure: 'g',
  unitThcContent: '',
  unitThcContentUnitOfMeasure: 'mg',
});

function itemOf(values: Values, brandId: number) {
  const { licenseId: _, unitWeight, unitThcContent, strainName, ...item } = values;
  const [weight, content] = [typedOrNull('quantity', unitWeight), typedOrNull('quantity', unitThcContent)];
  return {
    ...item,
    brandId,
    strainName: strainName || null,
    unitWeight: weight,
    unitWeightUnitOfMeasure: weight && item.unitWeightUnitOfMeasure,
    unitThcContent: content,
    unitThcContentUnitOfMeasure: content && item.unitThcContentUnitOfMeasure,
  };
}

/** The licenses in the state of a product's company, which items for it come from. */
function useLicensesOf({ companyId }: Product): Offered['licenses'] {
  const { organization } = useSession();
  return useMemo(() => {
    const company = organization?.companies.find((one) => one.companyId === companyId);
    return (organization?.licenses ?? [])
      .filter(({ state }) => state.ansiAbbrevation === company?.state.ansiAbbrevation)
      .map((license) => ({ value: license.id, label: `${licenseDisplayName(license)} (${license.name})` }));
  }, [organization, companyId]);
}
