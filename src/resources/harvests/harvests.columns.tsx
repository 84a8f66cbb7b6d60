import { shortDay } from '../../../domain/dates';
import { HARVEST_STATES, HARVEST_TYPES, type HarvestRow } from '../../../domain/harvests/harvest';
import { nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { HarvestPill } from './HarvestPills';
import { weightText } from './harvests.text';

const sortable = true;

/** A calendar day; empty for null. */
const day = (id: string, header: string, read: (row: HarvestRow) => string | null): GridColumn<HarvestRow> => ({
  id,
  header,
  cell: (row) => {
    const value = read(row);
    return value === null ? '' : shortDay(value);
  },
  value: read,
  csv: (row) => read(row) ?? '',
  width: 104,
  sortable,
});

const amount = (id: string, header: string, read: (row: HarvestRow) => string): GridColumn<HarvestRow> => ({
  id,
  header,
  cell: (row) => weightText(row, read(row)),
  value: (row) => Number(read(row)),
  align: 'end',
  width: 104,
  sortable,
});

const name = nameColumn<HarvestRow>('name', 'Harvest', {
  cell: (row) => row.name,
  value: (row) => row.name,
  width: 210,
});
const state: GridColumn<HarvestRow> = {
  id: 'state',
  header: 'Status',
  cell: (harvest) => <HarvestPill harvest={harvest} />,
  value: ({ state }) => HARVEST_STATES[state].label,
  width: 124,
  sortable,
  card: 'lead',
};
const strain = textColumn<HarvestRow>('strain', 'Strain', ({ strainName }) => strainName, { width: 128, sortable });
const location = textColumn<HarvestRow>('location', 'Drying location', (row) => row.dryingLocationName, {
  width: 132,
  sortable,
  card: 'hidden',
});
const type = textColumn<HarvestRow>('type', 'Type', ({ harvestType }) => HARVEST_TYPES[harvestType].label, {
  width: 104,
  sortable,
  card: 'hidden',
});
const plants: GridColumn<HarvestRow> = {
  id: 'plants',
  header: 'Plants weighed',
  cell: ({ weighedCount, plantCount }) => `${weighedCount} of ${plantCount}`,
  value: ({ plantCount }) => plantCount,
  csv: ({ weighedCount, plantCount }) => `${weighedCount} of ${plantCount}`,
  align: 'end',
  width: 116,
  sortable,
};
const packages: GridColumn<HarvestRow> = {
  id: 'packages',
  header: 'Packages',
  cell: ({ packageCount }) => String(packageCount),
  value: ({ packageCount }) => packageCount,
  align: 'end',
  width: 88,
  sortable,
  card: 'hidden',
};
const harvested = day('harvestDate', 'Harvested', ({ harvestDate }) => harvestDate);
const finished = day('finishedDate', 'Finished', ({ finishedDate }) => finishedDate);
const wet = amount('wet', 'Wet weight', ({ balance }) => balance.wet);

/** Of harvests in progress. */
export const activeColumns = [name, state, harvested, strain, location, type, plants, wet, packages];
/** Of those submitted. */
export const submittedColumns = [
  name,
  state,
  harvested,
  strain,
  location,
  type,
  plants,
  wet,
  amount('current', 'Left', ({ balance }) => balance.current),
  packages,
];
/** Of those finished. */
export const finishedColumns = [
  name,
  finished,
  harvested,
  strain,
  location,
  type,
  plants,
  wet,
  amount('packaged', 'Packaged', ({ balance }) => balance.packaged),
  amount('waste', 'Waste', ({ balance }) => balance.waste),
  amount('moisture', 'Moisture loss', ({ balance }) => balance.moisture),
  { ...packages, hidden: true },
];
