import { useState } from 'react';
import { itemBrands } from '../../../../domain/inventory/context';
import { packageBulk as calls } from '../../../../domain/inventory/packages/bulk-contract';
import type { PackageFilters } from '../../../../domain/inventory/packages/package-filters';
import { whyNotFinish, whyNotMove, whyNotReopen } from '../../../../domain/inventory/packages/package-moves';
import { choicesOf } from '../../../kit/form/choices';
import type { ListBulk } from '../../../kit/list';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { products } from '../../catalogue/products/resource';
import type { PackageRow } from './resource';

/** Bulk actions on packages of a state, `within` its chosen licenses and brands. */
export function usePackageBulk(usState: string, within: PackageFilters): ListBulk<PackageRow, typeof calls.start> {
  const { organization, scope } = useSession();
  const [found, setFound] = useState<ReadonlyMap<unknown, string>>(new Map());
  const locations = useCallQuery(calls.locations, { query: { orgId: scope?.orgId ?? 0, usState } });
  const brands = (organization ? itemBrands(organization) : []).map(({ id, name }) => ({ value: id, label: name }));
  const brandNames = new Map<unknown, string>(brands.map(({ value, label }) => [value, label]));
  const nameOf = (from: ReadonlyMap<unknown, string>, id: unknown) => from.get(id) ?? 'the selected one';
  return {
    call: calls.start,
    where: { usState, companyId: undefined },
    within,
    label: 'Change',
    nothingOpen: 'You can’t change these packages.',
    acts: [
      {
        act: 'setNotes',
        asks: [{ name: 'notes', label: 'Notes', control: 'textarea', maxLength: 1000 }],
        title: 'Set the notes of #',
        outcome: ({ notes }) => (notes ? `noted “${notes}”` : 'without notes'),
      },
      {
        act: 'setLocation',
        asks: [
          {
            name: 'locationName',
            label: 'Location',
            control: 'select',
            options: (locations.data ?? []).map(({ name }) => ({ value: name, label: name })),
            placeholder: 'Choose a location',
            required: true,
            hint: 'By its name in the tracking system. Each license has its own.',
          },
        ],
        title: 'Move #',
        outcome: ({ locationName }) => `moved to ${locationName}`,
        review: (many) => `${many} will be moved, here at once and in the tracking system after that.`,
        isOpenTo: (row) => whyNotMove(row) === null,
        separated: true,
      },
      {
        act: 'finish',
        title: 'Finish #',
        outcome: 'finished',
        review: (many) => `${many} will be closed in the tracking system, since nothing is left in them.`,
        isOpenTo: (row) => whyNotFinish(row) === null,
      },
      {
        act: 'reopen',
        title: 'Reopen #',
        outcome: 'active again',
        review: (many) => `${many} will be opened again in the tracking system.`,
        isOpenTo: (row) => whyNotReopen(row) === null,
      },
      {
        act: 'setBrand',
        asks: [
          {
            name: 'brandId',
            label: 'Brand',
            control: 'select',
            options: brands,
            placeholder: 'Choose a brand',
            required: true,
          },
        ],
        title: 'Assign the items of # to a brand',
        outcome: ({ brandId }) => `assigned to ${nameOf(brandNames, brandId)}`,
        review: (many) => `The items of ${many} will be assigned, with all other packages of them.`,
        separated: true,
      },
      {
        act: 'setBrand',
        input: { brandId: null },
        title: 'Take the items of # from their brands',
        outcome: 'without a brand',
        review: (many) => `The items of ${many} will have no brand, with all other packages of them.`,
      },
      {
        act: 'map',
        asks: [
          {
            name: 'productId',
            label: 'Product',
            control: 'lookup',
            source: choicesOf(products, {
              search: 'productNameSearch',
              sortBy: 'name',
              option: ({ id, name }) => ({ value: id, label: name }),
              onFound: (rows) =>
                setFound((before) => new Map([...before, ...rows.map(({ id, name }) => [id, name] as const)])),
            }),
            placeholder: 'Find a product',
            required: true,
          },
        ],
        title: 'Map the items of # to a product',
        outcome: ({ productId }) => `mapped to ${nameOf(found, productId)}`,
        review: (many) =>
          `The items of ${many} will be mapped, with all other packages of them. Stock that is the sum of packages follows.`,
        separated: true,
      },
    ],
  };
}
