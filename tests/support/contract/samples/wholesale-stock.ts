import type { World } from '../world';
import { productFilters } from './catalogue';
import { CATEGORY, org, selling } from './inputs';
import type { Extras, Samples } from './sample';

const ofSync = (w: World) => ({ params: { ...org(w), id: w.wholesaleSyncId } });
const product = (w: World) => ({ params: { id: w.productId } });
const conflicts = (w: World) => ({ ...org(w), syncId: w.wholesaleSyncId });
const ASKS = 'it asks the wholesale marketplace about a matched product; its own tests do, with a shop of theirs';

/** Valid calls of stock with the wholesale marketplace, and of its conflicts. */
export const wholesaleStockSamples = {
  wholesaleStock: {
    sync: { as: 'seller', input: product, notCalled: ASKS },
    push: { as: 'seller', input: product, notCalled: ASKS },
    bulk: {
      as: 'seller',
      input: (w) => ({ body: { ...selling(w), selection: { ids: [w.picturedProductId] }, act: { name: 'exchange' } } }),
    },
    pushAll: { as: 'seller', input: ofSync, notCalled: 'the connection here has no key; its own tests have one' },
    list: { as: 'seller', input: (w) => ({ ...ofSync(w), query: {} }) },
  },
  wholesaleDesk: {
    conflicts: { as: 'seller', input: (w) => ({ body: conflicts(w) }) },
    settle: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.wholesaleConflictIds[0] },
        body: { choice: 'OURS', seen: { ours: 'Ring once', theirs: 'Ring twice' } },
      }),
    },
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: { ...conflicts(w), selection: { ids: [w.wholesaleConflictIds[1]] }, act: { name: 'theirs' } },
      }),
    },
    rules: { as: 'seller', input: ofSync },
    setRule: {
      as: 'seller',
      input: (w) => ({ ...ofSync(w), body: { kind: 'ORDER', field: 'internalNotes', owner: 'OURS' } }),
    },
    health: { as: 'seller', input: ofSync },
  },
} satisfies Partial<Samples>;

const everyConflict = (w: World) => ({
  body: {
    ...conflicts(w),
    selection: { filters: {}, except: [w.wholesaleConflictIds[1]] },
    act: { name: 'theirs' as const },
  },
});
const everyProduct = (w: World) => ({
  body: {
    ...selling(w),
    selection: { filters: productFilters(w), except: [w.archivedProductId] },
    act: { name: 'exchange' as const },
  },
});

export const wholesaleStockExtras = {
  wholesaleStock: {
    bulk: { calls: [everyProduct], common: { 'body.selection.filters.productCategoryIds[]': CATEGORY } },
  },
  wholesaleDesk: { bulk: { calls: [everyConflict] } },
} satisfies Extras;
