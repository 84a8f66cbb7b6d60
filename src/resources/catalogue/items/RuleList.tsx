import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { defineFilters, text } from '../../../../domain/filters';
import { itemRules as calls } from '../../../../domain/inventory/items/held-items-contract';
import { hasRuleText, type ItemRule } from '../../../../domain/inventory/items/item-rule';
import { formatNumber } from '../../../../domain/money';
import { finds } from '../../../../domain/search-text';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { CreateButton, ResourceGrid, useListAddress } from '../../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import { Panel } from '../../../kit/record/RecordPage';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceDelete, useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { Pill } from '../../../ui/Pill';
import { InventoryBar, NoInventory } from '../../inventory/InventoryBar';
import { type InventoryPlace, useInventoryContext, useInventoryPlace } from '../../inventory/useInventoryContext';
import { RuleDrawer } from './RuleDrawer';
import { itemRules } from './resource';

const filters = defineFilters({ q: text('Rule') });

/** The rules that assign items of a state to brands. */
export default function RuleList() {
  const place = useInventoryPlace();
  if (place === null) {
    return (
      <PageFrame title="Assignment rules">
        <NoInventory />
      </PageFrame>
    );
  }
  return <RulesOf place={place} />;
}

function RulesOf({ place }: { place: InventoryPlace }) {
  const { usState } = place;
  const address = useListAddress(filters);
  const changing = useInventoryContext(place, address);
  const { query, result } = useResourceList(itemRules, { filters: { usState } });
  const { can, whyNot } = useCan();
  const { organization } = useSession();
  const [deleted, setDeleted] = useState<ItemRule | null>(null);
  const [params] = useSearchParams();
  const licenses = organization?.licenses;
  const columns = useMemo(
    () => ruleColumns((id) => licenses?.find((license) => license.id === id)?.licenseNumber),
    [licenses],
  );
  const rows = query.data && result.data;
  const isWanted = finds(address.filters.q ?? '');
  const add = <CreateButton label="Add rule" requires={calls.create.requires} />;
  return (
    <PageFrame
      title="Assignment rules"
      breadcrumbs={[{ label: 'Items', to: '/inventory/brands' }]}
      aside={<InventoryBar place={place} changing={changing} onlyState />}
      actions={add}
    >
      <SuggestedRules usState={usState} rules={rows} />
      <ResourceGrid<ItemRule>
        key={usState}
        resource={itemRules}
        label="Assignment rules"
        noun={['rule', 'rules']}
        columns={columns}
        nameOf={({ searchText, brandName }) => `rule “${searchText}” for ${brandName}`}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={({ searchText, brandName }) => isWanted(searchText, brandName)}
        address={address}
        search={{ label: 'Find a rule', field: 'q' }}
        empty={{
          title: 'No rules yet',
          hint: 'A rule assigns items to a brand by their names, including new ones.',
          action: add,
        }}
        rowActions={(row) =>
          can(calls.remove.requires) ? [{ label: 'Delete', tone: 'danger', onSelect: () => setDeleted(row) }] : []
        }
        whyNotOpen={(row) => (row ? '' : whyNot(calls.create.requires))}
        drawer={({ row, onClose }) =>
          row ? null : (
            <RuleDrawer
              usState={usState}
              brandId={Number(params.get('brandId')) || null}
              searchText={params.get('searchText') ?? ''}
              onClose={onClose}
            />
          )
        }
      />
      {deleted && <DeleteRule rule={deleted} onClose={() => setDeleted(null)} />}
    </PageFrame>
  );
}

function DeleteRule({ rule, onClose }: { rule: ItemRule; onClose: () => void }) {
  const { run } = useResourceDelete(itemRules, { showsErrors: true });
  const { id, searchText, brandName, assigned } = rule;
  return (
    <Confirm
      title={`Delete the rule “${searchText}”?`}
      act="Delete rule"
      run={() => run(id)}
      success={`Rule “${searchText}” deleted.`}
      onClose={onClose}
    >
      <p>
        {assigned === 0
          ? 'It hasn’t assigned any items.'
          : `${counted(assigned, 'item')} it assigned to ${brandName} stay there.`}{' '}
        New items aren’t assigned by it anymore.
      </p>
    </Confirm>
  );
}

type SuggestedProps = { usState: string; rules: readonly ItemRule[] | undefined };

/** Brands whose names are in the names of items without a brand, and that no rule assigns yet. */
function SuggestedRules({ usState, rules }: SuggestedProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const mayAdd = useCan().can(calls.create.requires);
  const { data = [] } = useCallQuery(
    calls.recommendedBrands,
    { query: { orgId, usState } },
    { topics: ['packages', 'products'], enabled: mayAdd },
  );
  const isRuled = (name: string) => rules?.some(({ searchText }) => hasRuleText(name, searchText));
  const offered = data.filter(({ name }) => !isRuled(name));
  if (rules === undefined || offered.length === 0) return null;
  return (
    <Panel title="Suggested">
      <ul>
        {offered.map(({ id, name, items }) => (
          <li key={id}>
            {counted(items, 'item')} without a brand {items === 1 ? 'has' : 'have'} “{name}” in the name.{' '}
            <Link to={`/inventory/brands/rules?new=&brandId=${id}&searchText=${encodeURIComponent(name)}`}>
              Add a rule for {name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const clashes = ({ conflicts }: ItemRule) =>
  conflicts.map(
    ({ searchText, brandName, items }) => `${counted(items, 'item')} also by “${searchText}” (${brandName})`,
  );

/** A rule's columns; `licenseName` names a license of the organization. */
const ruleColumns = (licenseName: (id: number) => string | undefined): readonly GridColumn<ItemRule>[] => [
  nameColumn('text', 'Name contains', {
    cell: ({ searchText }) => searchText,
    value: ({ searchText }) => searchText,
    width: 240,
  }),
  textColumn('brand', 'Brand', ({ brandName }) => brandName, { width: 200, sortable: true, card: 'lead' }),
  {
    id: 'rank',
    header: 'Decides',
    cell: ({ rank }) => `${rank}.`,
    value: ({ rank }) => rank,
    align: 'end',
    width: 96,
    sortable: true,
  },
  {
    id: 'found',
    header: 'Items found',
    cell: ({ found }) => formatNumber(found),
    value: ({ found }) => found,
    align: 'end',
    width: 120,
    sortable: true,
  },
  {
    id: 'assigned',
    header: 'Assigned by it',
    cell: ({ assigned }) => formatNumber(assigned),
    value: ({ assigned }) => assigned,
    align: 'end',
    width: 128,
    sortable: true,
  },
  {
    id: 'conflicts',
    header: 'Other rules',
    cell: (rule) =>
      clashes(rule).map((says) => (
        <Pill key={says} tone="warning">
          {says}
        </Pill>
      )),
    value: (rule) => clashes(rule).join('; '),
    width: 320,
  },
  textColumn(
    'licenses',
    'Licenses',
    ({ licenseIds, usState }) =>
      licenseIds.length === 0 ? `All in ${usState}` : licenseIds.map((id) => licenseName(id) ?? 'Removed').join(', '),
    { width: 220 },
  ),
  dayColumn('created', 'Added', ({ created }) => created, { sortable: true, card: 'hidden' }),
];
