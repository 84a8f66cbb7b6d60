import type { ReactNode } from 'react';
import { BaseUnitSchema } from '../../../../domain/catalogue/product-record';
import { MODE_SOURCES } from '../../../../domain/catalogue/stock-ledger';
import { PRODUCT_SUBCATEGORIES } from '../../../../domain/catalogue/subcategories';
import { INVENTORY_MODES, PRODUCT_CATEGORIES, PRODUCT_STATUSES } from '../../../../domain/catalogue/vocabulary';
import { compare, divide, formatNumber } from '../../../../domain/money';
import { readTyped } from '../../../../domain/typed';
import type { ChoiceSource, Option } from '../../../kit/form/choices';
import type { FieldSpec } from '../../../kit/form/fields';
import type { ProductValues } from './product.text';

type Fields = readonly FieldSpec<ProductValues>[];

/** What a form's choices are; undefined while they load. */
export type ProductChoices = {
  brands: readonly Option[];
  /** Where the chosen brand stands, and the way to add one. */
  brandHint?: ReactNode;
  lines: readonly Option[] | undefined;
  /** Null without a brand, which has the parents. */
  parents: ChoiceSource | null;
  parentNames: readonly Option[];
};

const named = <K extends string>(labels: Readonly<Record<K, { label: string }>>) =>
  (Object.entries(labels) as [K, { label: string }][]).map(([value, { label }]) => ({ value, label }));

const categories = PRODUCT_CATEGORIES.map(({ name }) => ({ value: name, label: name }));
const baseUnits = BaseUnitSchema.options.map((unit) => ({ value: unit, label: unit }));
const isSold = ({ isParent }: ProductValues) => !isParent;
const isByCase = (values: ProductValues) => isSold(values) && values.soldBy !== 'unit';

/** What the product is. */
export function aboutFields({ brands, brandHint, lines }: ProductChoices, values: ProductValues): Fields {
  const category = PRODUCT_CATEGORIES.find(({ name }) => name === values.category);
  const kinds = PRODUCT_SUBCATEGORIES.filter(({ categoryId }) => categoryId === category?.id);
  return [
    { name: 'name', label: 'Name', required: true, maxLength: 200, half: true },
    { name: 'sku', label: 'SKU', required: true, maxLength: 60, half: true },
    {
      name: 'brandId',
      label: 'Brand',
      control: 'select',
      options: brands,
      placeholder: brands.length === 0 ? 'No brands yet' : 'Choose one',
      hint: brandHint,
      required: true,
      half: true,
    },
    {
      name: 'category',
      label: 'Category',
      control: 'select',
      options: categories,
      placeholder: 'Choose one',
      required: true,
      half: true,
    },
    {
      name: 'subcategoryId',
      label: 'Subcategory',
      control: 'select',
      options: kinds.map(({ id, name }) => ({ value: id, label: name })),
      placeholder: 'None',
      half: true,
    },
    {
      name: 'productLineId',
      label: 'Product line',
      control: 'select',
      options: lines ?? [],
      placeholder: 'None',
      half: true,
      hint: values.brandId === null ? 'Choose a brand first.' : 'Its place on the brand’s menu.',
    },
  ];
}

/** Its text, and the product it is a way to buy of. */
export function familyFields({ parents }: ProductChoices): Fields {
  return [
    { name: 'description', label: 'Description', control: 'textarea', rows: 5, maxLength: 4000 },
    {
      name: 'isParent',
      label: 'This is a parent product',
      control: 'checkbox',
      hint: 'It groups the ways a product is sold, such as a jar, a bag and a case, and isn’t sold itself.',
    },
    {
      name: 'parentId',
      label: 'Parent product',
      control: 'lookup',
      ...(parents ? { source: parents } : { options: [] }),
      placeholder: 'None',
      hint: 'Without pictures or a description of its own, buyers see those of its parent.',
      when: isSold,
    },
  ];
}

/** Units, cases and prices; `pricesFixed` says why the prices can't be changed here. */
export function priceFields({ unitOfMeasure: unit, soldBy }: ProductValues, pricesFixed: string | null = null): Fields {
  const perCase = soldBy === 'unit' ? `Per ${unit.toLowerCase()}.` : 'Per case.';
  return [
    { name: 'unitOfMeasure', label: 'Unit', control: 'select', options: baseUnits, half: true, when: isSold },
    {
      name: 'soldBy',
      label: 'Sold by',
      control: 'select',
      options: [
        { value: 'unit', label: unit },
        { value: 'case', label: 'Case' },
        { value: 'case-by-unit', label: `${unit}, priced by the case` },
      ],
      half: true,
      when: isSold,
    },
    {
      name: 'unitMultiplier',
      label: `${unit}s per case`,
      control: 'quantity',
      required: true,
      when: isByCase,
    },
    {
      name: 'wholesalePrice',
      label: 'Wholesale price',
      control: 'money',
      required: true,
      half: true,
      hint: perCase,
      fixed: pricesFixed,
      when: isSold,
    },
    {
      name: 'salePrice',
      label: 'Sale price',
      control: 'money',
      half: true,
      hint: 'Leave blank if it’s not on sale.',
      fixed: pricesFixed,
      when: isSold,
    },
  ];
}

/** In cases where it is sold so: "In units: 64 is 2 cases." */
function inCases(typed: string, { unitOfMeasure: unit, unitMultiplier, soldBy }: ProductValues): string {
  const units = `In ${unit.toLowerCase()}s`;
  const [amount, perCase] = [typed, unitMultiplier].map((text) => readTyped('quantity', text).amount);
  if (soldBy === 'unit' || !amount || !perCase || compare(perCase, 0) <= 0) return `${units}.`;
  const cases = divide(amount, perCase);
  if (!Number.isInteger(Number(cases))) return `${units}: ${formatNumber(amount)} isn’t a whole number of cases.`;
  return `${units}: ${formatNumber(amount)} is ${formatNumber(cases)} ${cases === '1' ? 'case' : 'cases'}.`;
}

/** Whether and how buyers can order it. */
export function orderFields(values: ProductValues): Fields {
  const statuses = Object.entries(PRODUCT_STATUSES)
    .filter(([value]) => value !== 'ARCHIVED' || values.listingState === value)
    .map(([value, { label }]) => ({ value, label }));
  return [
    {
      name: 'listingState',
      label: 'Status',
      control: 'select',
      options: statuses,
      required: true,
      hint: `${PRODUCT_STATUSES[values.listingState].meaning}.`,
    },
    {
      name: 'minimumOrder',
      label: 'Minimum order',
      control: 'quantity',
      half: true,
      hint: inCases(values.minimumOrder, values),
      when: isSold,
    },
    {
      name: 'maximumOrder',
      label: 'Maximum order',
      control: 'quantity',
      half: true,
      hint: inCases(values.maximumOrder, values),
      when: isSold,
    },
    {
      name: 'allowFractionalQuantities',
      label: 'Buyers can order fractions',
      control: 'checkbox',
      half: true,
      when: isSold,
    },
    {
      name: 'showQuantity',
      label: 'Show buyers how much is left',
      control: 'checkbox',
      half: true,
      when: isSold,
    },
  ];
}

/** Where a new product's stock comes from, and what is on hand. */
export const openingFields = ({
  inventoryManagement: mode,
  unitOfMeasure: unit,
}: ProductValues): readonly FieldSpec<ProductValues & { quantity: string }>[] => [
  {
    name: 'inventoryManagement',
    label: 'Stock from',
    control: 'select',
    options: named(INVENTORY_MODES),
    hint: MODE_SOURCES[mode],
    half: true,
  },
  {
    name: 'quantity',
    label: 'On hand',
    control: 'quantity',
    hint: `In ${unit.toLowerCase()}s.`,
    half: true,
    when: ({ inventoryManagement }) => inventoryManagement === 'MANUAL',
  },
];
