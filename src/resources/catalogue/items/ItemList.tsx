import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { CallInput } from '../../../../domain/contract/endpoint';
import { isNarrowed, licensesToAssign } from '../../../../domain/inventory/context';
import { type HeldItem, type HeldItemFilters, heldItemFilters } from '../../../../domain/inventory/items/held-item';
import { heldItems as calls, HELD_ITEM_SORTS } from '../../../../domain/inventory/items/held-items-contract';
import { formatAmount } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { useNoLicense } from '../../../access/WhyNot';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import type { Selected } from '../../../kit/list/bulk/bulk';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import type { GridColumn, GridEmpty } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { InventoryBar, NoInventory } from '../../inventory/InventoryBar';
import { type InventoryPlace, useInventoryContext, useInventoryPlace } from '../../inventory/useInventoryContext';
import { heldItems } from './resource';

const SORTS = { by: HELD_ITEM_SORTS, first: 'name', desc: false } as const;

/** Every item held in a state. */
export const AllItems = () => <ItemList title="Items" />;

/** The items that are assigned to a brand. */
export const BrandedItems = () => <ItemList title="Branded items" branded />;

type ListOf = { title: string; branded?: true };

/** The list's own filters: licenses and brands are chosen above it. */
const filters = {
  ...heldItemFilters,
  fields: heldItemFilters.fields.filter(({ id }) => id !== 'licenseIds' && id !== 'brandIds'),
};

function ItemList(of: ListOf) {
  const place = useInventoryPlace();
  if (place === null) {
    return (
      <PageFrame title={of.title}>
        <NoInventory />
      </PageFrame>
    );
  }
  return <ItemsOf place={place} {...of} />;
}

type Asking = { chosen: ChosenItems; count: number; isAssigning: boolean; clear: () => void };

function ItemsOf({ place, title, branded }: ListOf & { place: InventoryPlace }) {
  const { orgId, usState } = place;
  const address = useListAddress(heldItemFilters, SORTS);
  const changing = useInventoryContext(place, address);
  const { whose } = changing;
  const facets = useCallQuery(
    calls.facets,
    { query: { orgId, usState, ...whose } },
    { topics: ['packages', 'integrations'], enabled: !changing.isChanging },
  );
  const empty = useNoItems(place, branded);
  const mayAssign = useCan().can(calls.assign.requires);
  const setNotes = useCall(calls.setNotes, { showsErrors: true }).run;
  const [asking, setAsking] = useState<Asking | null>(null);
  const columns = useMemo(() => {
    const saveNotes = async ({ id }: HeldItem, notes: string) => {
      const result = await setNotes({ params: { orgId, id }, body: { notes } });
      if (!result.ok) throw new Error(messageOf(result.error));
    };
    return itemColumns({ saveNotes, mayEdit: mayAssign });
  }, [setNotes, orgId, mayAssign]);
  const ask = (selected: Selected<HeldItem>, isAssigning: boolean) =>
    setAsking({
      chosen: chosenOf(place, selected, { ...address.filters, ...whose, ...(branded && { branded }) }),
      count: selected.count,
      isAssigning,
      clear: selected.clear,
    });
  return (
    <PageFrame
      title={title}
      aside={<InventoryBar place={place} changing={changing} />}
      actions={
        <ListLinks
          links={[
            branded
              ? { to: '/inventory/brands', label: 'All items' }
              : { to: '/inventory/brands/branded', label: 'Branded' },
            { to: '/inventory/brands/rules', label: 'Rules' },
          ]}
        />
      }
    >
      <ResourceGrid<HeldItem>
        key={changing.key}
        resource={heldItems}
        where={useMemo(() => ({ usState, ...whose, ...(branded && { branded }) }), [usState, whose, branded])}
        isWaiting={changing.isWaiting}
        label={title}
        noun={['item', 'items']}
        columns={columns}
        nameOf={({ name }) => name}
        address={address}
        filters={filters}
        facets={facets.data}
        search={{ label: 'Find an item', field: 'searchTerm' }}
        empty={empty}
        {...(mayAssign && {
          selectionActions: (selected: Selected<HeldItem>) => (
            <>
              <Button onClick={() => ask(selected, true)}>Assign to a brand</Button>
              <Button onClick={() => ask(selected, false)}>Remove from brands</Button>
            </>
          ),
        })}
      />
      {asking && (
        <AssignDialog
          chosen={asking.chosen}
          count={asking.count}
          brands={asking.isAssigning ? place.brands : null}
          onDone={asking.clear}
          onClose={() => setAsking(null)}
        />
      )}
    </PageFrame>
  );
}

/** What a list of items says while there are none. */
function useNoItems(place: InventoryPlace, branded: true | undefined): GridEmpty {
  const noLicense = useNoLicense('items');
  if (noLicense) return noLicense;
  if (isNarrowed(place))
    return { title: 'No items for these licenses and brands', hint: 'Choose other licenses or brands above.' };
  return branded
    ? { title: 'No item is assigned to a brand yet', hint: 'Select items and assign them to a brand.' }
    : { title: 'No items yet', hint: 'They appear here once a license is connected to the tracking system.' };
}

/** The selected items as the calls take them: by id, or all that match of the chosen licenses but a few. */
function chosenOf(
  place: InventoryPlace,
  { rows, selection }: Selected<HeldItem>,
  { licenseIds: _, ...filters }: HeldItemFilters,
): ChosenItems {
  const { orgId } = place;
  if (rows) {
    const holders = [...new Set(rows.map(({ holder }) => holder.id))];
    return { orgId, licenseIds: holders, includedItemIds: rows.map(({ id }) => id) };
  }
  const except = selection.kind === 'all' ? [...selection.except].map(Number) : [];
  return { orgId, licenseIds: licensesToAssign(place), excludedItemIds: except, filters };
}

/** Which items, as the calls take them. */
type ChosenItems = CallInput<typeof calls.unassignHeld>['body'];
type BrandChoice = { id: number; name: string };
type AssignProps = {
  chosen: ChosenItems;
  count: number;
  /** Those to choose from; null to take the items from their brands. */
  brands: readonly BrandChoice[] | null;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for the brand of items, or before they are taken from theirs. */
function AssignDialog({ chosen, count, brands, onDone, onClose }: AssignProps) {
  const assign = useCall(calls.assignHeld, { showsErrors: true });
  const unassign = useCall(calls.unassignHeld, { showsErrors: true });
  if (chosen.licenseIds.length === 0) {
    return (
      <Confirm
        title="License selection required"
        act="OK"
        run={async () => ({ ok: true, value: null })}
        onClose={onClose}
      >
        <p>All items that match can be changed only for licenses you choose. Choose them above the list first.</p>
      </Confirm>
    );
  }
  return (
    <Confirm<{ brandId: string }>
      title={
        brands ? `Assign ${counted(count, 'item')} to a brand?` : `Remove ${counted(count, 'item')} from their brands?`
      }
      act={brands ? 'Assign' : 'Remove from brands'}
      tone="primary"
      values={{ brandId: '' }}
      fields={
        brands
          ? [
              {
                name: 'brandId',
                label: 'Brand',
                control: 'select',
                placeholder: 'Choose a brand',
                required: true,
                options: brands.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]
          : []
      }
      run={({ brandId }) =>
        brands ? assign.run({ body: { ...chosen, brandId: Number(brandId) } }) : unassign.run({ body: chosen })
      }
      success={brands ? `${counted(count, 'item')} assigned.` : `${counted(count, 'item')} removed from their brands.`}
      onClose={() => {
        onDone();
        onClose();
      }}
    >
      <p>People who see only some brands see the packages of these items accordingly.</p>
    </Confirm>
  );
}

const card = 'hidden';
const sortable = true;

type Editing = { saveNotes: (row: HeldItem, notes: string) => Promise<void>; mayEdit: boolean };

/** Item columns, by the ids of sorts; notes are edited in place. */
const itemColumns = ({ saveNotes, mayEdit }: Editing): readonly GridColumn<HeldItem>[] => [
  nameColumn('name', 'Item', { cell: ({ name }) => name, value: ({ name }) => name, width: 320 }),
  textColumn('owner', 'Brand', ({ assignedOwner }) => assignedOwner?.name ?? 'None', {
    width: 176,
    sortable,
    card: 'lead',
  }),
  textColumn('rule', 'By rule', ({ rule }) => rule?.searchText, { width: 144, card }),
  textColumn('category', 'Category', ({ categoryName }) => categoryName, { width: 184, sortable }),
  textColumn('strain', 'Strain', ({ strainName }) => strainName, { width: 152, card }),
  {
    id: 'packages',
    header: 'Active packages',
    cell: ({ packageCount, id, name }) =>
      packageCount === 0 ? (
        '0'
      ) : (
        <Link to={`/inventory?itemSearchTerm=${encodeURIComponent(name)}`} data-item={id}>
          {packageCount}
        </Link>
      ),
    value: ({ packageCount }) => packageCount,
    align: 'end',
    width: 144,
    sortable,
  },
  textColumn('quantity', 'Quantity', ({ quantity, unitOfMeasure }) => `${formatAmount(quantity)} ${unitOfMeasure}`, {
    width: 128,
    align: 'end',
  }),
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200, card }),
  textColumn('holder', 'Held by', ({ holder }) => holder.name, { width: 200, sortable, card }),
  textColumn('notes', 'Notes', ({ notes }) => notes, {
    width: 200,
    card,
    editable: { text: ({ notes }) => notes, commit: saveNotes, when: () => mayEdit },
  }),
];
