import type { CsvColumn } from '../../csv';
import { shortDate, shortDay } from '../../dates';
import { type InventoryPackage, labTestStateOf, PACKAGE_STATUSES } from './package';

const day = (instant: string | null, timeZone: string) => (instant === null ? '' : shortDate(instant, timeZone));

/** The columns of inventory.csv by grid column id, with the same headers as the grid. */
export const PACKAGE_COLUMNS = {
  label: { header: 'Tag', text: ({ label }) => label },
  itemName: { header: 'Item', text: ({ itemName }) => itemName },
  category: { header: 'Category', text: ({ category }) => category },
  strain: { header: 'Strain', text: ({ strainName }) => strainName ?? '' },
  owner: { header: 'Brand', text: ({ assignedOwner }) => assignedOwner?.name ?? '' },
  holder: { header: 'Held by', text: ({ holder }) => `${holder.name} (${holder.displayName})` },
  status: { header: 'Status', text: ({ status }) => PACKAGE_STATUSES[status].label },
  quantity: { header: 'Quantity', text: ({ quantity }) => quantity },
  unit: { header: 'Unit', text: ({ unitOfMeasureAbbreviation }) => unitOfMeasureAbbreviation },
  product: { header: 'Product', text: ({ product }) => product?.name ?? '' },
  lastActivity: {
    header: 'Last activity',
    isInstant: true,
    text: ({ lastActivity }, timeZone) => shortDate(lastActivity, timeZone),
  },
  labTest: { header: 'Lab test', text: (row) => labTestStateOf(row.currentLabTestState).label },
  tradeSample: { header: 'Trade sample', text: ({ tradeSample }) => (tradeSample ? 'Yes' : 'No') },
  location: { header: 'Location', text: ({ locationName }) => locationName ?? '' },
  packaged: { header: 'Packaged', text: ({ packaged }) => (packaged === null ? '' : shortDay(packaged)) },
  received: { header: 'Received', isInstant: true, text: ({ received }, timeZone) => day(received, timeZone) },
  seen: { header: 'Last read', isInstant: true, text: ({ seen }, timeZone) => day(seen, timeZone) },
  manifest: { header: 'Manifest', text: ({ manifestNumber }) => manifestNumber ?? '' },
  metrcOwner: { header: 'Owner', text: ({ metrcOwner }) => metrcOwner ?? '' },
  notes: { header: 'Notes', text: ({ notes }) => notes },
} as const satisfies Record<string, CsvColumn<InventoryPackage>>;
