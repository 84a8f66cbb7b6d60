import { z } from 'zod';
import { write } from '../access/ability';
import { bulkCall } from '../bulk/bulk-call';
import { Id, UsState } from '../contract/endpoint';
import { productItems } from './items-contract';
import { packageFilters } from './package-filters';

/** What is done to many packages at once. */
export const packageBulk = {
  start: bulkCall('/inventory/bulk', {
    summary: 'Change many packages of a state at once',
    scope: { orgId: Id, usState: UsState },
    filters: packageFilters.schema,
    acts: {
      setNotes: {
        /** None takes them away. */
        input: z.object({ notes: z.string().trim().max(1000, 'Must be 1,000 characters or fewer').default('') }),
        requires: write('INVENTORY'),
      },
      /** The brand of its item; null for none. */
      setBrand: { input: z.object({ brandId: Id.nullable() }), requires: write('ITEM_BRANDING') },
      /** Maps its item to a product. */
      map: { input: z.object({ productId: Id }), requires: productItems.assign.requires },
    },
  }),
};
