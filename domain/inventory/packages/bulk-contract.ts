import { z } from 'zod';
import { read, write } from '../../access/ability';
import { bulkCall } from '../../bulk/bulk-call';
import { get, Id, UsState } from '../../contract/endpoint';
import { lineOfText } from '../../text';
import { productItems } from '../items/items-contract';
import { packageFilters } from './package-filters';

/** What is done to many packages at once. */
export const packageBulk = {
  locations: get('/inventory/locations', {
    summary: 'Where the licenses of a state can keep packages, by name',
    query: z.object({ orgId: Id, usState: UsState }),
    returns: z.array(z.strictObject({ name: z.string(), licenseNumbers: z.array(z.string()) })),
    requires: read('INVENTORY'),
  }),
  start: bulkCall('/inventory/bulk', {
    summary: 'Change many packages; of a state',
    scope: { orgId: Id, usState: UsState },
    filters: packageFilters.schema,
    acts: {
      setNotes: {
        title: 'Change notes',
        /** None takes them away. */
        input: z.object({ notes: z.string().trim().max(1000, 'Must be 1,000 characters or fewer').default('') }),
        requires: write('INVENTORY'),
      },
      /** A location of its license, by its name there. */
      setLocation: {
        title: 'Move',
        input: z.object({ locationName: lineOfText('Choose a location').min(1, 'Choose a location').max(200) }),
        requires: write('INVENTORY'),
      },
      /** Closes empty ones at the tracking system, and opens closed ones again. */
      finish: { title: 'Finish', input: z.object({}), requires: write('INVENTORY') },
      reopen: { title: 'Reopen', input: z.object({}), requires: write('INVENTORY') },
      /** The brand of its item; null for none. */
      setBrand: {
        title: 'Assign to a brand',
        input: z.object({ brandId: Id.nullable() }),
        requires: write('ITEM_BRANDING'),
      },
      /** Maps its item to a product. */
      map: { title: 'Map to a product', input: z.object({ productId: Id }), requires: productItems.assign.requires },
    },
  }),
};
