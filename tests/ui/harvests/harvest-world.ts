import { harvests as calls, harvestLists } from '../../../domain/harvests/contract';
import type { Harvest, HarvestBalance, HarvestPlant, HarvestRow } from '../../../domain/harvests/harvest';
import { organization } from '../../../domain/organization/contract';
import type { License } from '../../../domain/organization/organization';
import { license } from '../inventory/licenses';
import { whole, world } from '../support/app';
import { reply } from '../support/platform';

export const TAG = (at: number) => `1A40603000021990${String(at).padStart(8, '0')}`;

export const balance = (over: Partial<HarvestBalance> = {}): HarvestBalance => ({
  wet: '1000',
  waste: '0',
  packaged: '0',
  restored: '0',
  current: '1000',
  moisture: '0',
  ...over,
});

export const plant = (at: number, over: Partial<HarvestPlant> = {}): HarvestPlant => ({
  id: at,
  label: TAG(at),
  weight: null,
  unitOfMeasureAbbreviation: 'g',
  origin: null,
  weighedBy: null,
  weighed: null,
  device: '',
  state: 'DRAFT',
  problem: null,
  ...over,
});

export const weighed = (at: number, weight: string, over: Partial<HarvestPlant> = {}): HarvestPlant =>
  plant(at, { weight, origin: 'TYPED', weighedBy: 'Olive Marsh', weighed: '2026-03-02T17:00:00Z', ...over });

export const harvest = (over: Partial<Harvest> = {}): Harvest => ({
  id: 7,
  licenseId: 1,
  usState: 'CA',
  name: 'Blue Dream 03/02/2026',
  harvestDate: '2026-03-02',
  strainId: 4,
  strainName: 'Blue Dream',
  dryingLocationId: 9,
  dryingLocationName: 'Drying room 2',
  defaultUnitOfMeasureAbbreviation: 'g',
  harvestType: 'WholePlant',
  state: 'ACTIVE',
  plantCount: 2,
  weighedCount: 1,
  packageCount: 0,
  balance: balance(),
  submission: { sent: 0, total: 0, waiting: 0, refused: 0, problem: null },
  submitted: null,
  finishedDate: null,
  finishedAt: null,
  endProblem: null,
  created: '2026-03-02T16:00:00Z',
  version: 3,
  harvestPlants: [weighed(1, '1000'), plant(2)],
  harvestedPlants: [],
  packages: [],
  waste: [],
  audit: null,
  ...over,
});

/** A harvest as a list has it. */
export function rowOf(over: Partial<HarvestRow> = {}): HarvestRow {
  const { harvestPlants: _, harvestedPlants: __, packages: ___, waste: ____, audit: _____, ...row } = harvest();
  return { ...row, ...over };
}

export const grower = (id: number): License => ({ ...license(id), licenseType: 'CULTIVATOR' });

/** The organization's licenses, and what each has at the tracking system. */
export function growAt(...licenses: License[]): void {
  const { net } = world;
  net.on(organization.full, () => reply(organization.full, { ...whole(1), licenses }));
  net.on(harvestLists.strains, () => reply(harvestLists.strains, [{ id: 4, name: 'Blue Dream' }]));
  net.on(harvestLists.locations, () =>
    reply(harvestLists.locations, [
      { id: 9, name: 'Drying room 2', forHarvests: true, forPackages: false },
      { id: 10, name: 'Vault', forHarvests: false, forPackages: true },
    ]),
  );
  net.on(calls.list, () => reply(calls.list, [rowOf()]));
  net.on(calls.finished, () => reply(calls.finished, []));
}
