import { sql } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  HARVEST_STATES,
  HARVEST_TYPES,
  type HarvestState,
  type HarvestType,
  SENT_STATES,
  type SentState,
  WEIGHT_ORIGINS,
  WEIGHT_UNITS,
  type WeightOrigin,
} from '../../../../domain/harvests/harvest';
import { amount, at, createdAt, isAmong, ref, updatedAt, version } from '../columns';
import { licenses, ofOrganization, orgUsers } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';
import { trackingItems } from './inventory';

/** How a record of a harvest goes to the tracking system. */
const sent = () => ({
  state: text('state').$type<SentState>().notNull().default('DRAFT'),
  /** Why it was refused, or hasn’t been taken yet. */
  problem: text('problem'),
});

/** Harvests, until they are submitted ours alone. */
export const harvests = pgTable(
  'harvests',
  {
    id: rowId(),
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    name: text('name').notNull(),
    harvestDate: date('harvest_date', { mode: 'string' }).notNull(),
    /** The tracking system's strain and drying location, and their names when they were chosen. */
    strainId: ref('strain_id').notNull(),
    strainName: text('strain_name').notNull(),
    dryingLocationId: ref('drying_location_id').notNull(),
    dryingLocationName: text('drying_location_name').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    harvestType: text('harvest_type').$type<HarvestType>().notNull(),
    state: text('state').$type<HarvestState>().notNull().default('ACTIVE'),
    /** Its id at the tracking system; null until it was found there. */
    trackingId: ref('tracking_id'),
    submittedAt: at('submitted_at'),
    /** Who submitted it, whose own key is used if they have one. */
    submittedBy: ref('submitted_by').references(() => orgUsers.id),
    finishedOn: date('finished_on', { mode: 'string' }),
    /** Why the tracking system refused to finish or reopen it, until that is tried again. */
    endProblem: text('end_problem'),
    /** What others changed at the tracking system and was accepted here, in its unit; less than 0 where they took away. */
    outsidePlants: amount('outside_plants').notNull().default('0'),
    outsideWaste: amount('outside_waste').notNull().default('0'),
    outsidePackaged: amount('outside_packaged').notNull().default('0'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => orgUsers.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    // What tells harvests apart at the tracking system: two alike would become one there.
    uniqueIndex('harvests_identity').on(
      t.orgId,
      t.licenseId,
      sql`lower(${t.name})`,
      t.harvestDate,
      t.dryingLocationId,
      t.strainId,
    ),
    index('harvests_license').on(t.orgId, t.licenseId, t.state, t.harvestDate),
    check('harvests_state', isAmong(t.state, Object.keys(HARVEST_STATES))),
    check('harvests_type', isAmong(t.harvestType, Object.keys(HARVEST_TYPES))),
    check('harvests_unit', isAmong(t.unitOfMeasure, WEIGHT_UNITS)),
  ],
);

export const harvestPlants = pgTable(
  'harvest_plants',
  {
    id: rowId(),
    orgId: ofOrganization(),
    harvestId: ref('harvest_id').notNull(),
    label: text('label').notNull(),
    /** Whether its harvest takes all of it, so that no other harvest can have it. */
    isWhole: boolean('is_whole').notNull(),
    weight: amount('weight'),
    unitOfMeasure: text('unit_of_measure').notNull(),
    origin: text('origin').$type<WeightOrigin>(),
    weighedBy: ref('weighed_by').references(() => orgUsers.id),
    weighedAt: at('weighed_at'),
    device: text('device').notNull().default(''),
    ...sent(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.harvestId, harvests),
    uniqueIndex('harvest_plants_once').on(t.orgId, t.harvestId, t.label),
    uniqueIndex('harvest_plants_whole')
      .on(t.orgId, t.label)
      .where(sql`${t.isWhole} and ${t.state} not in ('REFUSED', 'UNDONE')`),
    check('harvest_plants_state', isAmong(t.state, Object.keys(SENT_STATES))),
    check('harvest_plants_weight', sql`${t.weight} > 0 and (${t.weight} is null) = (${t.origin} is null)`),
    check('harvest_plants_origin', isAmong(t.origin, Object.keys(WEIGHT_ORIGINS))),
    check('harvest_plants_unit', isAmong(t.unitOfMeasure, WEIGHT_UNITS)),
  ],
);

/** Packages to be made of harvests; once they are, they are read as any other. */
export const harvestPackages = pgTable(
  'harvest_packages',
  {
    id: rowId(),
    orgId: ofOrganization(),
    /** The harvest it is made from; its ingredients may name others too. */
    harvestId: ref('harvest_id').notNull(),
    label: text('label').notNull(),
    itemId: ref('item_id').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    locationId: ref('location_id').notNull(),
    locationName: text('location_name').notNull(),
    forTesting: boolean('for_testing').notNull(),
    packagedOn: date('packaged_on', { mode: 'string' }).notNull(),
    note: text('note').notNull().default(''),
    ...sent(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.harvestId, harvests),
    within(t, t.itemId, trackingItems),
    uniqueIndex('harvest_packages_label').on(t.orgId, t.label).where(sql`${t.state} <> 'REFUSED'`),
    index('harvest_packages_harvest').on(t.orgId, t.harvestId),
    check('harvest_packages_state', isAmong(t.state, Object.keys(SENT_STATES))),
    check('harvest_packages_unit', isAmong(t.unitOfMeasure, WEIGHT_UNITS)),
  ],
);

/** How much of each harvest goes into a package. */
export const harvestIngredients = pgTable(
  'harvest_ingredients',
  {
    orgId: ofOrganization(),
    packageId: ref('package_id').notNull(),
    harvestId: ref('harvest_id').notNull(),
    weight: amount('weight').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
  },
  (t) => [
    keyedBy(t, t.packageId, t.harvestId),
    within(t, t.packageId, harvestPackages),
    within(t, t.harvestId, harvests),
    index('harvest_ingredients_harvest').on(t.orgId, t.harvestId),
    check('harvest_ingredients_weight', sql`${t.weight} > 0`),
    check('harvest_ingredients_unit', isAmong(t.unitOfMeasure, WEIGHT_UNITS)),
  ],
);

export const harvestWaste = pgTable(
  'harvest_waste',
  {
    id: rowId(),
    orgId: ofOrganization(),
    harvestId: ref('harvest_id').notNull(),
    wasteType: text('waste_type').notNull(),
    weight: amount('weight').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    wastedOn: date('wasted_on', { mode: 'string' }).notNull(),
    /** Its id at the tracking system, once it was read there. */
    trackingId: ref('tracking_id'),
    ...sent(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.harvestId, harvests),
    index('harvest_waste_harvest').on(t.orgId, t.harvestId),
    check('harvest_waste_state', isAmong(t.state, Object.keys(SENT_STATES))),
    check('harvest_waste_weight', sql`${t.weight} > 0`),
    check('harvest_waste_unit', isAmong(t.unitOfMeasure, WEIGHT_UNITS)),
  ],
);
