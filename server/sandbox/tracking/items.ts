import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Category, PRODUCT_CATEGORIES } from '../../../domain/catalogue/vocabulary';
import { type Fault, refusesWrite } from '../faults';
import { numberOf, type recordsOf } from '../records';
import { MOST_WRITTEN, pageOf, type Query } from './page';

/** The kind of the sandbox's records of items; the subject is the license that has them. */
export const ITEM = 'item';

/** An item as the sandbox keeps it, in the tracking system's own words. */
export type SandboxItem = {
  Name: string;
  ProductCategoryName: string;
  UnitOfMeasureName: string;
  StrainName: string | null;
  UnitThcContent: number | null;
  UnitThcContentUnitOfMeasureName: string | null;
  UnitWeight: number | null;
  UnitWeightUnitOfMeasureName: string | null;
};

type Written = {
  Name: string;
  ItemCategory: string;
  UnitOfMeasure: string;
  Strain: string | null;
  UnitThcContent: number | null;
  UnitThcContentUnitOfMeasure: string | null;
  UnitWeight: number | null;
  UnitWeightUnitOfMeasure: string | null;
};

type Records = ReturnType<typeof recordsOf>;
/** Whether the caller's key opens the license; otherwise the call is refused. */
export type Opens = (request: FastifyRequest, reply: FastifyReply, licenseNumber: string) => Promise<boolean>;

type Tools = { records: Records; opens: Opens; faults: (request: FastifyRequest) => ReadonlySet<Fault> };

const QUANTITY_TYPES = { count: 'CountBased', weight: 'WeightBased', volume: 'VolumeBased' };
const BY_STRAIN: readonly Category[] = [
  'Buds',
  'Buds (prepackaged)',
  'Vape Cartridge (each)',
  'Pre-Roll',
  'Shake/Trim',
  'Immature Plants',
];
const BY_WEIGHT: readonly Category[] = [
  'Buds (prepackaged)',
  'Concentrate (each)',
  'Infused Edible (each)',
  'Vape Cartridge (each)',
  'Pre-Roll',
];
const BY_CONTENT: readonly Category[] = ['Infused Edible (each)', 'Infused Liquid (each)'];

const CATEGORIES = PRODUCT_CATEGORIES.map(({ name, measures }) => ({
  Name: name,
  QuantityType: QUANTITY_TYPES[measures],
  RequiresStrain: BY_STRAIN.includes(name),
  RequiresUnitThcContent: BY_CONTENT.includes(name),
  RequiresUnitWeight: BY_WEIGHT.includes(name),
}));

/** When the lists that never change were made. */
const LISTED_AT = new Date('2021-01-04T08:00:00Z');

const LOCATIONS = ['Vault', 'Fulfillment floor', 'Drying room', 'Quarantine'];

/** A license's locations there, with ids of their own. */
export const locationsOf = (licenseNumber: string): { Id: number; Name: string }[] =>
  LOCATIONS.map((Name, at) => ({ Id: (numberOf(licenseNumber) % 10_000_000) * 10 + at + 1, Name }));

/** Whether a license keeps its harvests at a location. */
export const isForHarvests = ({ Name }: { Name: string }): boolean => Name === 'Drying room';

/** Strains every license has there, beside those of its items. */
export const STRAINS = [
  'Blue Dream',
  'Gelato',
  'Girl Scout Cookies',
  'Granddaddy Purple',
  'Jack Herer',
  'OG Kush',
  'Sour Diesel',
  'Wedding Cake',
];

/** Serves the items, categories and strains of licenses, and takes new items. */
export function serveItems(scope: FastifyInstance, api: string, { records, opens, faults }: Tools) {
  type Between = (moment: Date) => boolean;
  const list = (path: string, load: (licenseNumber: string, between: Between) => Promise<unknown[]>) =>
    scope.get<{ Querystring: Query }>(`${api}${path}`, async (request, reply) => {
      const { licenseNumber = '', lastModifiedStart, lastModifiedEnd } = request.query;
      if (!(await opens(request, reply, licenseNumber))) return reply;
      const since = lastModifiedStart === undefined ? null : new Date(lastModifiedStart);
      const until = lastModifiedEnd === undefined ? null : new Date(lastModifiedEnd);
      const between: Between = (moment) => (since === null || moment >= since) && (until === null || moment <= until);
      return pageOf(await load(licenseNumber, between), request.query);
    });

  const itemsOf = (licenseNumber: string) => records.all(ITEM, licenseNumber);

  list('/items/v2/categories', async () => CATEGORIES);
  list('/items/v2/active', async (licenseNumber, between) =>
    (await itemsOf(licenseNumber))
      .filter(({ createdAt }) => between(createdAt))
      .map(({ id, data }) => ({ Id: id, ...(data as SandboxItem) })),
  );
  list('/locations/v2/active', async (licenseNumber, between) =>
    locationsOf(licenseNumber)
      .map(({ Id, Name }) => ({
        Id,
        Name,
        LocationTypeName: 'Default',
        ForPlantBatches: false,
        ForPlants: false,
        ForHarvests: isForHarvests({ Name }),
        ForPackages: true,
        LastModified: LISTED_AT.toISOString(),
      }))
      .filter(({ LastModified }) => between(new Date(LastModified))),
  );
  list('/strains/v2/active', async (licenseNumber, between) => {
    const used = (await itemsOf(licenseNumber)).flatMap(({ data }) => (data as SandboxItem).StrainName ?? []);
    const names = between(LISTED_AT) ? [...new Set([...STRAINS, ...used])].sort() : [];
    return names.map((Name, at) => ({ Id: at + 1, Name, TestingStatus: 'None', ThcLevel: null, CbdLevel: null }));
  });

  scope.post<{ Querystring: Query; Body: Written[] }>(`${api}/items/v2/`, async (request, reply) => {
    const { licenseNumber = '' } = request.query;
    if (!(await opens(request, reply, licenseNumber))) return reply;
    const written = request.body;
    if (refusesWrite(faults(request), [], reply)) return reply;
    if (written.length > MOST_WRITTEN) return reply.status(413).send({ Message: 'At most 10 objects.' });
    const taken = new Set((await itemsOf(licenseNumber)).map(({ data }) => (data as SandboxItem).Name.toLowerCase()));
    const refused = written.flatMap((item, row) => {
      const name = item.Name.toLowerCase();
      const isTaken = taken.has(name);
      taken.add(name);
      if (isTaken) return [{ row, message: `There is already an item named ${item.Name}.` }];
      const known = CATEGORIES.some(({ Name }) => Name === item.ItemCategory);
      return known ? [] : [{ row, message: `${item.ItemCategory} is not an item category.` }];
    });
    if (refused.length > 0) return reply.status(400).send(refused);
    for (const item of written) await records.add(ITEM, licenseNumber, toKept(item));
    return {};
  });
}

const toKept = (item: Written): SandboxItem => ({
  Name: item.Name,
  ProductCategoryName: item.ItemCategory,
  UnitOfMeasureName: item.UnitOfMeasure,
  StrainName: item.Strain,
  UnitThcContent: item.UnitThcContent,
  UnitThcContentUnitOfMeasureName: item.UnitThcContentUnitOfMeasure,
  UnitWeight: item.UnitWeight,
  UnitWeightUnitOfMeasureName: item.UnitWeightUnitOfMeasure,
});
