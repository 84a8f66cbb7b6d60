import type { z } from 'zod';
import { productChanges as calls } from '../../../../domain/catalogue/contract';
import { ProductAction } from '../../../../domain/catalogue/product-change';
import type { ProductFacets, ProductRow } from '../../../../domain/catalogue/product-record';
import { PRODUCT_STATUSES } from '../../../../domain/catalogue/vocabulary';
import type { ListChanges } from '../../../kit/list';

const inputs = new Map<string, z.ZodObject>(ProductAction.options.map((option) => [option.shape.name.value, option]));

const asked = (control: 'money' | 'percent', label: string, hint?: string) => ({
  ...{ name: 'value', control, label, required: true },
  ...(hint && { hint, signed: true }),
});
const isArchived = ({ listingState }: ProductRow) => listingState === 'ARCHIVED';

/** Changes of many products: status, line and prices, shown before they are applied and undone as one. */
export function productListChanges(facets: ProductFacets | undefined): ListChanges<ProductRow> {
  const status = {
    name: 'listingState',
    label: 'Status',
    control: 'select' as const,
    placeholder: 'Choose one',
    required: true,
    options: Object.entries(PRODUCT_STATUSES)
      .filter(([value]) => value !== 'ARCHIVED')
      .map(([value, { label, meaning }]) => ({ value, label: `${label}: ${meaning.toLowerCase()}` })),
  };
  const brandOf = new Map(facets?.brands.map(({ id, name }) => [id, name]));
  const line = {
    name: 'productLineId',
    label: 'Product line',
    control: 'lookup' as const,
    placeholder: 'Choose one',
    required: true,
    options: facets?.productLines.map(({ id, name, brandId }) => ({
      value: id,
      label: `${name}, ${brandOf.get(brandId) ?? ''}`,
    })),
  };
  return {
    label: 'Change',
    nothingOpen: 'You can’t change these products.',
    preview: calls.preview,
    apply: calls.apply,
    undo: calls.undo,
    input: (act) => inputs.get(act)?.omit({ name: true }),
    acts: [
      { act: 'setListingState', asks: [status], title: 'Set the status of #' },
      { act: 'setProductLine', asks: [line], title: 'Move # to a product line' },
      { act: 'setProductLine', input: { productLineId: null }, title: 'Take # out of their product line' },
      {
        act: 'changePrice',
        input: { step: 'PERCENT' },
        asks: [asked('percent', 'Percent', 'Enter 5 to raise prices by 5%, -5 to lower them.')],
        title: 'Change the price of # by percent',
        separated: true,
      },
      {
        act: 'changePrice',
        input: { step: 'AMOUNT' },
        asks: [asked('money', 'Dollars', 'Enter 2 to raise prices by $2.00, -2 to lower them.')],
        title: 'Change the price of # by dollars',
      },
      { act: 'changePrice', input: { step: 'SET' }, asks: [asked('money', 'Price')], title: 'Set the price of #' },
      {
        act: 'putOnSale',
        input: { step: 'PERCENT' },
        asks: [asked('percent', 'Percent off')],
        title: 'Put # on sale by percent',
        separated: true,
      },
      {
        act: 'putOnSale',
        input: { step: 'SET' },
        asks: [asked('money', 'Sale price')],
        title: 'Set the sale price of #',
      },
      { act: 'endSale', title: 'End the sale of #', isOpenTo: ({ salePrice }) => salePrice !== null },
      {
        act: 'setListingState',
        input: { listingState: 'ARCHIVED' },
        title: 'Archive #',
        tone: 'danger',
        separated: true,
        isOpenTo: (row) => !isArchived(row),
      },
      {
        act: 'setListingState',
        input: { listingState: 'INTERNAL' },
        title: 'Restore # as internal',
        isOpenTo: isArchived,
      },
    ],
  };
}
