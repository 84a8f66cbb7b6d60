import { plantsAtFirst } from '../sandbox/tracking/grown';
import { unitsListed, WASTE_TYPES } from '../sandbox/tracking/harvests';
import { locationsOf, STRAINS, strainIdOf } from '../sandbox/tracking/items';
import { orgIdOf } from './parties/organizations';
import { type Random, randomFrom } from './random';
import { dayOf, daysBefore, HOUR_MS, nextId, type Rows, type World } from './world';

/** Where Fernhollow grows in California. */
const GROWS = 'CCL18-0000512';
const SUBMITTED_ID = 50_000_001;

type Of = { world: World; random: Random; license: Rows['licenses'][number] & { id: number }; orgUserId: number };
type Grown = ReturnType<typeof plantsAtFirst>;

/** What Fernhollow's farm harvests: two harvests in progress and one that was submitted, with what it grows. */
export function addHarvests(world: World): void {
  const { rows } = world;
  const orgId = orgIdOf('fernhollow');
  const license = rows.licenses.find((one) => one.licenseNumber === GROWS);
  const lead = rows.orgUsers.find((one) => one.email === 'grower@fernhollow.example');
  if (license?.id === undefined || lead?.id === undefined || license.orgId !== orgId)
    throw new Error('there is no farm to harvest');
  const of = { world, random: randomFrom(8121), license: { ...license, id: license.id }, orgUserId: lead.id };
  const plants = plantsAtFirst(license.licenseNumber, 'flowering');
  const ofStrain = (strain: string) => plants.filter(({ data }) => data.StrainName === strain);
  const weighing = addHarvest(of, 'Blue Dream', { name: 'Blue Dream, greenhouse 2', days: 0 });
  addPlants(of, weighing, ofStrain('Blue Dream').slice(0, 18), { weighed: 11, origin: 'SCALE' });
  const dried = addHarvest(of, 'Gelato', { name: 'Gelato, greenhouse 1', days: 6 });
  addPlants(of, dried, ofStrain('Gelato').slice(0, 20), { weighed: 20, origin: 'DISTRIBUTED' });
  addWaste(of, dried, '1250', 'Fibrous', 'DRAFT');
  const submitted = addHarvest(of, 'OG Kush', { name: 'OG Kush, greenhouse 3', days: 13, trackingId: SUBMITTED_ID });
  const cut = ofStrain('OG Kush').slice(0, 24);
  addPlants(of, submitted, cut, { weighed: 24, origin: 'SCALE' });
  addWaste(of, submitted, '2100', 'Stems and leaves', 'SENT');
  addWaste(of, submitted, '340', 'Root balls', 'REFUSED');
  addRead(of, plants, new Set(cut.map(({ label }) => label)));
}

type Harvest = Rows['harvests'][number] & { id: number };
type NewHarvest = { name: string; days: number; trackingId?: number };

function addHarvest({ world, license, orgUserId }: Of, strainName: string, made: NewHarvest): Harvest {
  const { rows, now } = world;
  const [, , room] = locationsOf(license.licenseNumber);
  const begun = daysBefore(now, made.days);
  const submittedAt = new Date(begun.getTime() + 30 * HOUR_MS);
  const harvest: Harvest = {
    id: nextId(rows.harvests),
    orgId: license.orgId,
    licenseId: license.id,
    name: made.name,
    harvestDate: dayOf(begun),
    strainId: strainIdOf(strainName),
    strainName,
    dryingLocationId: room?.Id ?? 0,
    dryingLocationName: room?.Name ?? '',
    unitOfMeasure: 'g',
    harvestType: 'WholePlant',
    state: made.trackingId ? 'SUBMITTED' : 'ACTIVE',
    trackingId: made.trackingId ?? null,
    submittedAt: made.trackingId ? submittedAt : null,
    submittedBy: made.trackingId ? orgUserId : null,
    createdBy: orgUserId,
    createdAt: begun,
    updatedAt: begun,
  };
  rows.harvests.push(harvest);
  return harvest;
}

type Weighing = { weighed: number; origin: 'SCALE' | 'DISTRIBUTED' };

function addPlants({ world, random, orgUserId }: Of, harvest: Harvest, plants: Grown, how: Weighing): void {
  const { rows } = world;
  for (const [at, { label }] of plants.entries()) {
    const isWeighed = at < how.weighed;
    const weighedAt = harvest.createdAt ?? world.now;
    rows.harvestPlants.push({
      id: nextId(rows.harvestPlants),
      orgId: harvest.orgId,
      harvestId: harvest.id,
      label,
      isWhole: true,
      weight: isWeighed ? String(random.int(42_000, 68_000) / 100) : null,
      unitOfMeasure: 'g',
      origin: isWeighed ? how.origin : null,
      weighedBy: isWeighed ? orgUserId : null,
      weighedAt: isWeighed ? weighedAt : null,
      device: isWeighed && how.origin === 'SCALE' ? 'Ohaus Ranger 3000' : '',
      state: harvest.state === 'ACTIVE' ? 'DRAFT' : 'SENT',
      createdAt: weighedAt,
    });
  }
}

/** Why one record of waste of the demo was refused. */
const REFUSAL = 'The record was changed by another user.';

type WasteState = 'DRAFT' | 'SENT' | 'REFUSED';

function addWaste({ world }: Of, harvest: Harvest, weight: string, wasteType: string, state: WasteState): void {
  const { rows } = world;
  const wastedOn = harvest.harvestDate;
  const { orgId, id: harvestId } = harvest;
  const what = { wasteType, weight, unitOfMeasure: 'g', wastedOn, state, createdAt: harvest.createdAt ?? world.now };
  const problem = state === 'REFUSED' ? REFUSAL : null;
  rows.harvestWaste.push({ id: nextId(rows.harvestWaste), orgId, harvestId, ...what, problem });
}

/** What was read of the farm's tracking system: strains, kinds of waste, units, and the plants that still flower. */
function addRead({ world, license }: Of, plants: Grown, cut: ReadonlySet<string>): void {
  const { rows } = world;
  const seenAt = new Date(world.now.getTime() - HOUR_MS / 4);
  const place = { orgId: license.orgId, licenseId: license.id };
  const add = (list: string, data: { Id: number }) =>
    rows.trackingRecords.push({ ...place, list, trackingId: data.Id, data, seenAt });
  for (const Name of STRAINS) add('strains', { Id: strainIdOf(Name), ...{ Name } });
  for (const [at, Name] of WASTE_TYPES.entries()) add('waste types', { Id: at + 1, ...{ Name } });
  for (const [at, unit] of unitsListed().entries()) add('units', { Id: at + 1, ...unit });
  for (const { label: Label, data, modifiedAt } of plants) {
    if (cut.has(Label)) continue;
    const state = { HarvestId: null, HarvestCount: 0, IsOnHold: false, LastModified: modifiedAt.toISOString() };
    add('plants flowering', { ...data, ...{ Label }, ...state });
  }
}
