import { useMemo, useState } from 'react';
import { type HeldItem, type HeldItemFilters, heldItemFilters } from '../../../../domain/inventory/items/held-item';
import { heldItems as calls, HELD_ITEM_SORTS } from '../../../../domain/inventory/items/held-items-contract';
import { useCan } from '../../../access/useCan';
import { useNotAssigned } from '../../../access/WhyNot';
import { ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import type { Selected } from '../../../kit/list/bulk/bulk';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState } from '../../../ui/states';
import { AssignDialog, type ChosenItems } from './AssignDialog';
import { itemColumns } from './items.columns';
import { heldItems } from './resource';

const SORTS = { by: HELD_ITEM_SORTS, first: 'name', desc: false } as const;

/** Every item held in the current company's state. */
export const AllItems = () => <ItemList title="Items" />;

/** The items that are assigned to a brand. */
export const BrandedItems = () => <ItemList title="Branded items" branded />;

type ListOf = { title: string; branded?: true };

function ItemList(of: ListOf) {
  const usState = useSession().sellerCompany?.state.ansiAbbrevation;
  if (usState === undefined) {
    return (
      <PageFrame title={of.title}>
        <EmptyState title="Choose a company" hint="Items are shown by state, which comes from your company." />
      </PageFrame>
    );
  }
  return <ItemsOf key={usState} usState={usState} {...of} />;
}

type Asking = { chosen: ChosenItems; count: number; isAssigning: boolean; clear: () => void };

function ItemsOf({ usState, title, branded }: ListOf & { usState: string }) {
  const address = useListAddress(heldItemFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const query = { orgId, usState };
  const facets = useCallQuery(calls.facets, { query }, { topics: ['packages', 'integrations'] });
  const notAssigned = useNotAssigned('licenses');
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
      chosen: chosenOf(orgId, selected, { ...address.filters, ...(branded && { branded }) }),
      count: selected.count,
      isAssigning,
      clear: selected.clear,
    });
  return (
    <PageFrame
      title={title}
      aside={<span className="v-hint">In {usState}, from the tracking system</span>}
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
        resource={heldItems}
        where={useMemo(() => ({ usState, ...(branded && { branded }) }), [usState, branded])}
        label={title}
        noun={['item', 'items']}
        columns={columns}
        nameOf={({ name }) => name}
        address={address}
        filters={heldItemFilters}
        facets={facets.data}
        search={{ label: 'Find an item', field: 'searchTerm' }}
        empty={
          notAssigned ?? {
            title: branded ? 'No item is assigned to a brand yet' : 'No items yet',
            hint: branded
              ? 'Select items and assign them to a brand.'
              : 'They appear here once a license is connected to the tracking system.',
          }
        }
        {...(mayAssign && {
          selectionActions: (selected: Selected<HeldItem>) => (
            <>
              <Button onClick={() => ask(selected, true)}>Assign to a brand</Button>
              <Button onClick={() => ask(selected, false)}>Take from brands</Button>
            </>
          ),
        })}
      />
      {asking && (
        <AssignDialog
          chosen={asking.chosen}
          count={asking.count}
          brands={asking.isAssigning ? facets.data?.brands : undefined}
          onDone={asking.clear}
          onClose={() => setAsking(null)}
        />
      )}
    </PageFrame>
  );
}

/** The selected items as the calls take them: by id, or all that match of the chosen licenses but a few. */
function chosenOf(
  orgId: number,
  { rows, selection }: Selected<HeldItem>,
  { licenseIds = [], ...filters }: HeldItemFilters,
): ChosenItems {
  if (rows) {
    const holders = [...new Set(rows.map(({ holder }) => holder.id))];
    return { orgId, licenseIds: holders, includedItemIds: rows.map(({ id }) => id) };
  }
  const except = selection.kind === 'all' ? [...selection.except].map(Number) : [];
  return { orgId, licenseIds, excludedItemIds: except, filters };
}
