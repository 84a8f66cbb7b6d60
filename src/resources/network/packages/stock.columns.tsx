import { daysBetween } from '../../../../domain/dates';
import { labTestStateOf } from '../../../../domain/inventory/packages/package';
import { formatAmount } from '../../../../domain/money';
import {
  CONTRADICTIONS,
  contradictionOf,
  contradictionText,
  isInexplicable,
} from '../../../../domain/network/contradiction';
import { sharedStatusLabel } from '../../../../domain/network/shared-package';
import type { StockPackage } from '../../../../domain/network/stock';
import { counted } from '../../../../domain/text';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Pill } from '../../../ui/Pill';
import { today } from '../../../ui/reader-dates';
import { LabTestPill, PackageStatusPill } from '../../inventory/packages/PackagePills';

const card = 'hidden';
const sortable = true;

/** How long ago it was packaged, as far as one's own records say. */
export const ageOf = ({ known: { packaged } }: StockPackage): string =>
  packaged === null ? '' : counted(Math.max(0, daysBetween(packaged, today())), 'day');

/** Where the holder and one's own last receipt differ. */
export function ContradictionPill({ row }: { row: StockPackage }) {
  const found = contradictionOf(row, row.known.receipt);
  return found && <Pill tone={isInexplicable(found) ? 'warning' : 'neutral'}>{CONTRADICTIONS[found]}</Pill>;
}

/** Both figures in words, and whether the holder can’t have used the rest; null where they agree. */
export function whyContradicts(row: StockPackage): { text: string; isInexplicable: boolean } | null {
  const { receipt } = row.known;
  const found = contradictionOf(row, receipt);
  if (receipt === null || found === null) return null;
  return { text: contradictionText(found, row, receipt), isInexplicable: isInexplicable(found) };
}

/** The columns of a brand's stock, by the ids of sorts and files. */
export const stockColumns: readonly GridColumn<StockPackage>[] = [
  nameColumn('tag', 'Tag', { cell: ({ tag }) => tag, width: 248 }),
  textColumn('item', 'Item', ({ item }) => item, { width: 220, sortable, card: 'lead' }),
  textColumn('holder', 'Held by', ({ holder }) => holder.organization, { width: 168, sortable }),
  {
    id: 'quantity',
    header: 'Quantity',
    cell: ({ quantity, unit }) => (
      <>
        {formatAmount(quantity)} <span className="muted">{unit}</span>
      </>
    ),
    value: ({ quantity }) => Number(quantity),
    align: 'end',
    width: 116,
    sortable,
  },
  {
    id: 'contradiction',
    header: 'Receipt',
    cell: (row) => <ContradictionPill row={row} />,
    value: (row) => {
      const found = contradictionOf(row, row.known.receipt);
      return found === null ? '' : CONTRADICTIONS[found];
    },
    width: 176,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <PackageStatusPill status={status} />,
    value: ({ status }) => sharedStatusLabel(status),
    width: 112,
    sortable,
  },
  {
    id: 'labState',
    header: 'Lab test',
    cell: ({ labState }) => <LabTestPill state={labState} />,
    value: ({ labState }) => labTestStateOf(labState).label,
    width: 188,
    sortable,
  },
  textColumn('packaged', 'Age', ageOf, { width: 96, align: 'end', card }),
  textColumn('brand', 'Brand', ({ brand }) => brand.name, { width: 140, sortable, card }),
  textColumn('license', 'License', ({ holder }) => holder.licenseNumber, { width: 168, card }),
];
