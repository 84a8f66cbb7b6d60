import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, at, id, ref } from '../columns';

/** The tracking system sandbox's packages, in its own words; empty in production. */
export const sandboxPackages = pgTable(
  'sandbox_packages',
  {
    id: id(),
    licenseNumber: text('license_number').notNull(),
    list: text('list').notNull(),
    label: text('label').notNull(),
    quantity: amount('quantity').notNull(),
    /** Everything else a package has there. */
    data: jsonb('data').notNull(),
    modifiedAt: at('modified_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index('sandbox_packages_list').on(t.licenseNumber, t.list, t.modifiedAt, t.id),
    uniqueIndex('sandbox_packages_label').on(t.licenseNumber, t.label),
  ],
);

const modifiedAt = () => at('modified_at').notNull().default(sql`clock_timestamp()`);

/** The sandbox's plants, each in one list. */
export const sandboxPlants = pgTable(
  'sandbox_plants',
  {
    id: id(),
    licenseNumber: text('license_number').notNull(),
    list: text('list').notNull(),
    label: text('label').notNull(),
    /** The harvest that took all of it. */
    harvestId: ref('harvest_id'),
    harvestCount: integer('harvest_count').notNull().default(0),
    data: jsonb('data').notNull(),
    modifiedAt: modifiedAt(),
  },
  (t) => [
    index('sandbox_plants_list').on(t.licenseNumber, t.list, t.modifiedAt, t.id),
    uniqueIndex('sandbox_plants_label').on(t.licenseNumber, t.label),
  ],
);

/** The sandbox's harvests, told apart by name, day, drying location and strain. */
export const sandboxHarvests = pgTable(
  'sandbox_harvests',
  {
    id: id(),
    licenseNumber: text('license_number').notNull(),
    list: text('list').notNull(),
    name: text('name').notNull(),
    harvestDate: date('harvest_date', { mode: 'string' }).notNull(),
    location: text('location').notNull(),
    strain: text('strain').notNull(),
    harvestType: text('harvest_type').notNull(),
    /** The unit of its first plant, in which all of it is counted. */
    unit: text('unit').notNull(),
    wet: amount('wet').notNull().default('0'),
    waste: amount('waste').notNull().default('0'),
    packaged: amount('packaged').notNull().default('0'),
    restored: amount('restored').notNull().default('0'),
    plantCount: integer('plant_count').notNull().default(0),
    packageCount: integer('package_count').notNull().default(0),
    finishedOn: date('finished_on', { mode: 'string' }),
    modifiedAt: modifiedAt(),
  },
  (t) => [
    index('sandbox_harvests_list').on(t.licenseNumber, t.list, t.modifiedAt, t.id),
    uniqueIndex('sandbox_harvests_identity').on(t.licenseNumber, t.name, t.harvestDate, t.location, t.strain),
  ],
);

/** Waste of the sandbox's harvests, in the harvest's unit and as it was written. */
export const sandboxWaste = pgTable(
  'sandbox_waste',
  {
    id: id(),
    licenseNumber: text('license_number').notNull(),
    harvestId: ref('harvest_id').notNull(),
    wasteType: text('waste_type').notNull(),
    weight: amount('weight').notNull(),
    unit: text('unit').notNull(),
    actualDate: date('actual_date', { mode: 'string' }).notNull(),
  },
  (t) => [index('sandbox_waste_harvest').on(t.licenseNumber, t.harvestId)],
);
