import { Link } from 'react-router';
import type { HeldItem } from '../../../../domain/inventory/items/held-item';
import { formatAmount } from '../../../../domain/money';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';

const card = 'hidden';
const sortable = true;

type Editing = { saveNotes: (row: HeldItem, notes: string) => Promise<void>; mayEdit: boolean };

/** Item columns, by the ids of sorts; notes are edited in place. */
export const itemColumns = ({ saveNotes, mayEdit }: Editing): readonly GridColumn<HeldItem>[] => [
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
