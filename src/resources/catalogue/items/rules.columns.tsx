import type { ItemRule } from '../../../../domain/inventory/items/item-rule';
import { formatNumber } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Pill } from '../../../ui/Pill';

const clashes = ({ conflicts }: ItemRule) =>
  conflicts.map(
    ({ searchText, brandName, items }) => `${counted(items, 'item')} also by “${searchText}” (${brandName})`,
  );

/** A rule's columns; `licenseName` names a license of the organization. */
export const ruleColumns = (licenseName: (id: number) => string | undefined): readonly GridColumn<ItemRule>[] => [
  nameColumn('text', 'Name has', {
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
