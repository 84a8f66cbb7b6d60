import {
  type InventoryPackage,
  LAB_TEST_STATES,
  PACKAGE_STATUSES,
} from '../../../../domain/inventory/packages/package';
import { formatAmount } from '../../../../domain/money';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { dateHere, momentHere } from '../../../ui/reader-dates';
import { LabTestPill, PackageStatusPill } from './PackagePills';
import { TagButton } from './TagButton';

const card = 'hidden';
const hidden = true;
const sortable = true;

type Editing = {
  /** Saves a package's notes; a refusal rejects with its message. */
  saveNotes: (row: InventoryPackage, notes: string) => Promise<void>;
  mayEdit: boolean;
};

/** Package columns, by the ids of sorts and exports; notes are edited in place. */
export const packageColumns = ({ saveNotes, mayEdit }: Editing): readonly GridColumn<InventoryPackage>[] => [
  nameColumn('label', 'Tag', {
    cell: ({ id, label }) => <TagButton id={id} label={label} />,
    value: ({ label }) => label,
    width: 248,
  }),
  textColumn('itemName', 'Item', ({ itemName }) => itemName, { width: 264, sortable, card: 'lead' }),
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
    width: 116,
    sortable,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <PackageStatusPill status={status} />,
    value: ({ status }) => PACKAGE_STATUSES[status].label,
    width: 112,
    sortable,
  },
  {
    id: 'labTest',
    header: 'Lab test',
    cell: ({ currentLabTestState }) => <LabTestPill state={currentLabTestState} />,
    value: ({ currentLabTestState }) => LAB_TEST_STATES[currentLabTestState].label,
    width: 188,
    sortable,
  },
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200 }),
  textColumn('owner', 'Brand', ({ assignedOwner }) => assignedOwner?.name, { width: 148, sortable, card }),
  textColumn('category', 'Category', ({ category }) => category, { width: 168, sortable, card }),
  textColumn('strain', 'Strain', ({ strainName }) => strainName, { width: 140, card }),
  textColumn('holder', 'Held by', ({ holder }) => holder.name, { width: 176, sortable, card }),
  textColumn('location', 'Location', ({ locationName }) => locationName, { width: 132, card, hidden }),
  textColumn('tradeSample', 'Trade sample', ({ tradeSample }) => (tradeSample ? 'Yes' : ''), { card, hidden }),
  dayColumn('lastActivity', 'Last activity', ({ lastActivity }) => lastActivity, { width: 124, sortable, card }),
  textColumn('packaged', 'Packaged', ({ packaged }) => packaged && dateHere(packaged), { sortable, card, hidden }),
  textColumn('received', 'Received', ({ received }) => received && dateHere(received), { card, hidden }),
  textColumn('seen', 'Last read', ({ seen }) => seen && momentHere(seen), { card, hidden, width: 168 }),
  textColumn('manifest', 'Manifest', ({ manifestNumber }) => manifestNumber, { card, hidden }),
  textColumn('metrcOwner', 'Owner', ({ metrcOwner }) => metrcOwner, { card, hidden }),
  textColumn('notes', 'Notes', ({ notes }) => notes, {
    width: 200,
    card,
    editable: { text: ({ notes }) => notes, commit: saveNotes, when: () => mayEdit },
  }),
];
