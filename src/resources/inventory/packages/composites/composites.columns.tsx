import type { CompositePackage } from '../../../../../domain/inventory/packages/composite';
import { PACKAGE_STATUSES } from '../../../../../domain/inventory/packages/package';
import { formatAmount, formatNumber } from '../../../../../domain/money';
import { dayColumn, nameColumn, textColumn } from '../../../../kit/list/columns';
import type { GridColumn } from '../../../../ui/grid';
import { PackageStatusPill } from '../PackagePills';

const card = 'hidden';
const sortable = true;

/** A composite with its place on the page, by which rows are told apart there. */
export type CompositeRow = Omit<CompositePackage, 'id'> & { id: number; key: string };

/** Columns of packages by item, by the ids of sorts and of the file. */
export const compositeColumns: readonly GridColumn<CompositeRow>[] = [
  nameColumn('itemName', 'Item', {
    cell: ({ itemName }) => itemName,
    value: ({ itemName }) => itemName.toLowerCase(),
    width: 320,
  }),
  {
    id: 'quantity',
    header: 'Quantity',
    cell: ({ quantity, unitOfMeasureAbbreviation: unit }) => (
      <>
        {formatAmount(quantity)} <span className="muted">{unit}</span>
      </>
    ),
    value: ({ quantity }) => Number(quantity),
    align: 'end',
    width: 132,
    sortable,
    card: 'end',
  },
  {
    id: 'packageCount',
    header: 'Packages',
    cell: ({ packageCount }) => formatNumber(packageCount),
    value: ({ packageCount }) => packageCount,
    align: 'end',
    width: 108,
    sortable,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <PackageStatusPill status={status} />,
    value: ({ status }) => PACKAGE_STATUSES[status].label,
    width: 112,
  },
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200 }),
  textColumn('owner', 'Brand', ({ assignedOwner }) => assignedOwner?.name, { width: 148, card }),
  {
    id: 'category',
    header: 'Category',
    cell: ({ category }) => category,
    value: ({ category }) => category,
    width: 168,
    sortable,
    card,
  },
  textColumn('strain', 'Strain', ({ strainName }) => strainName, { width: 140, card }),
  textColumn('holder', 'Held by', ({ holder }) => holder.name, { width: 176, card }),
  dayColumn('lastActivity', 'Last activity', ({ lastActivity }) => lastActivity, { width: 124, sortable }),
];
