import { expect, it } from 'vitest';
import type { ProductRow } from '../../../domain/catalogue/product-record';
import { pricesKeptThere } from '../../../domain/pricing/own-prices';
import { productColumns } from '../../../src/resources/catalogue/products/products.columns';

const WHY = pricesKeptThere('Fernhollow Farms');
const row = { listingState: 'AVAILABLE', inventoryManagement: 'MANUAL', isParent: false } as ProductRow;

/** The columns whose cells say why they can't be changed. */
const lockedWith = (pricesKept: string | null) =>
  productColumns({ save: async () => {}, mayEdit: true, pricesKept, lines: [] }).flatMap(({ id, editable }) => {
    const reason = editable?.whyNot?.(row) ?? null;
    return reason === null ? [] : [[id, reason]];
  });

it('prices of a company linked to the wholesale marketplace are locked in the list, with why; nothing else is', () => {
  expect(lockedWith(WHY)).toEqual([
    ['wholesalePrice', WHY],
    ['salePrice', WHY],
  ]);
});

it('prices of any other company are changed in the list', () => {
  expect(lockedWith(null)).toEqual([]);
});
