import type { PriceScheduleRow } from '../../../domain/pricing/contract';
import { PriceScheduleLink } from '../../kit/links/PriceScheduleLink';
import { dayColumn, nameColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { EnabledPill } from './EnabledPill';

const sortable = true;

const countColumn = (
  id: keyof PriceScheduleRow & ('customerCount' | 'productRuleCount' | 'productLineRuleCount'),
  header: string,
): GridColumn<PriceScheduleRow> => ({
  id,
  header,
  cell: (row) => row[id].toLocaleString('en-US'),
  value: (row) => row[id],
  align: 'end',
  width: 132,
  sortable,
});

/** Price schedule columns, sorted in the browser. */
export const scheduleColumns: readonly GridColumn<PriceScheduleRow>[] = [
  nameColumn('name', 'Name', {
    cell: (row) => <PriceScheduleLink schedule={row} />,
    value: ({ name }) => name,
    width: 320,
  }),
  {
    id: 'enabled',
    header: 'Status',
    cell: ({ enabled }) => <EnabledPill enabled={enabled} />,
    value: ({ enabled }) => (enabled ? 'On' : 'Off'),
    width: 108,
    sortable,
    card: 'lead',
  },
  countColumn('customerCount', 'Customers'),
  countColumn('productRuleCount', 'Products'),
  countColumn('productLineRuleCount', 'Product lines'),
  dayColumn('lastChange', 'Last change', ({ lastChange }) => lastChange, { sortable, width: 124 }),
];
