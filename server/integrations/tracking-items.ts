import { z } from 'zod';
import { TRACKING_UNITS, type TrackingUnit } from '../../domain/catalogue/tracking-units';
import type { ItemCategory, TrackingItemDraft } from '../../domain/inventory/tracking-item';
import type { OutsideService } from '../outside';
import { KeyRefused } from './answers';

/** Most records a page of the tracking system has, and most it takes in one write. */
const PAGE_SIZE = 20;
const MOST_WRITTEN = 10;
/** More pages than this are an endless list. */
const MOST_PAGES = 500;

/** Its units by its names for them. */
const UNIT_NAMES: Record<TrackingUnit, string> = {
  ea: 'Each',
  g: 'Grams',
  kg: 'Kilograms',
  lb: 'Pounds',
  oz: 'Ounces',
  mg: 'Milligrams',
  gal: 'Gallons',
  pt: 'Pints',
  qt: 'Quarts',
  'fl oz': 'Fluid Ounces',
  l: 'Liters',
  ml: 'Milliliters',
};
const QUANTITY_TYPES = { CountBased: 'count', WeightBased: 'weight', VolumeBased: 'volume' } as const;

/** A license at the tracking system of its state, and the key to it. */
export type LicenseAccess = { usState: string; licenseNumber: string; userKey: string };

/** An item there, with its id. */
export type OutsideItem = Omit<TrackingItemDraft, 'brandId'> & { trackingId: number };

/** The tracking system refused a write; `reasons` by the place of the record. */
export class ItemsRefused extends Error {
  override name = 'ItemsRefused';
  constructor(readonly reasons: readonly { row: number; message: string }[]) {
    super('the tracking system refused items');
  }
}

export interface TrackingItems {
  /** Every active item of a license changed since, or all. */
  items(at: LicenseAccess, since?: Date): Promise<OutsideItem[]>;
  itemCategories(at: LicenseAccess): Promise<ItemCategory[]>;
  strains(at: LicenseAccess): Promise<{ name: string }[]>;
  /** Adds items, at most ten: all or none. Raises ItemsRefused, KeyRefused and UNAVAILABLE. */
  createItems(at: LicenseAccess, items: readonly TrackingItemDraft[]): Promise<void>;
}

const paged = <S extends z.ZodType>(record: S) => z.object({ Data: z.array(record), TotalPages: z.number().int() });
const unit = z.string().transform((name, context): TrackingUnit => {
  const found = (Object.keys(TRACKING_UNITS) as TrackingUnit[]).find((one) => name === one || name === UNIT_NAMES[one]);
  if (found) return found;
  context.addIssue({ code: 'custom', message: `${name} is no unit we know` });
  return z.NEVER;
});
const Decimal = z.union([z.number(), z.string()]).transform(String).nullish();

const Item = z.object({
  Id: z.number().int(),
  Name: z.string(),
  ProductCategoryName: z.string(),
  UnitOfMeasureName: unit,
  StrainName: z.string().nullish(),
  UnitThcContent: Decimal,
  UnitThcContentUnitOfMeasureName: unit.nullish(),
  UnitWeight: Decimal,
  UnitWeightUnitOfMeasureName: unit.nullish(),
});
const Category = z.object({
  Name: z.string(),
  QuantityType: z.enum(['CountBased', 'WeightBased', 'VolumeBased']),
  RequiresStrain: z.boolean(),
  RequiresUnitThcContent: z.boolean(),
  RequiresUnitWeight: z.boolean(),
});
const Strain = z.object({ Name: z.string() });
const Refusals = z.array(z.object({ row: z.number().int().default(0), message: z.string() }));

const MOST_SAID = 200;

type Request = { what: string; path: string; query?: Record<string, string>; body?: unknown };
/** The state's system, its address, and the headers a key signs in with. */
type Reach = (at: LicenseAccess) => { system: OutsideService; base: string; headers: Record<string, string> };

/** Items, categories and strains of the tracking system over HTTP. */
export function trackingItemsOverHttp(reach: Reach): TrackingItems {
  async function send(at: LicenseAccess, { what, path, query = {}, body }: Request) {
    const { system, base, headers } = reach(at);
    const search = new URLSearchParams({ licenseNumber: at.licenseNumber, ...query });
    const init =
      body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await system.fetch({ what, tenant: at.userKey }, `${base}${path}?${search}`, init);
    if (response.status === 401 || response.status === 403) throw new KeyRefused();
    return { system, response };
  }

  async function readAll<S extends z.ZodType>(at: LicenseAccess, record: S, request: Request): Promise<z.output<S>[]> {
    const found: z.output<S>[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const query = { ...request.query, pageNumber: String(page), pageSize: String(PAGE_SIZE) };
      const { system, response } = await send(at, { ...request, query });
      if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
      const { Data, TotalPages } = await system.read(response, paged(record));
      found.push(...Data);
      if (page >= TotalPages) break;
    }
    return found;
  }

  return {
    async items(at, since) {
      const query = since ? { lastModifiedStart: since.toISOString() } : {};
      const found = await readAll(at, Item, { what: 'items', path: '/items/v2/active', query });
      return found.map((item) => ({
        trackingId: item.Id,
        name: item.Name,
        strainName: item.StrainName ?? null,
        categoryName: item.ProductCategoryName,
        unitOfMeasure: item.UnitOfMeasureName,
        unitThcContent: item.UnitThcContent ?? null,
        unitThcContentUnitOfMeasure: item.UnitThcContentUnitOfMeasureName ?? null,
        unitWeight: item.UnitWeight ?? null,
        unitWeightUnitOfMeasure: item.UnitWeightUnitOfMeasureName ?? null,
      }));
    },
    async itemCategories(at) {
      const found = await readAll(at, Category, { what: 'item categories', path: '/items/v2/categories' });
      return found.map((category) => ({
        name: category.Name,
        measures: QUANTITY_TYPES[category.QuantityType],
        requiresStrain: category.RequiresStrain,
        requiresUnitThcContent: category.RequiresUnitThcContent,
        requiresUnitWeight: category.RequiresUnitWeight,
      }));
    },
    async strains(at) {
      const found = await readAll(at, Strain, { what: 'strains', path: '/strains/v2/active' });
      return found.map(({ Name }) => ({ name: Name }));
    },
    async createItems(at, items) {
      if (items.length > MOST_WRITTEN) throw new RangeError(`At most ${MOST_WRITTEN} items are written at once`);
      const body = items.map(toWritten);
      const { system, response } = await send(at, { what: 'add items', path: '/items/v2/', body });
      if (response.ok) return void (await response.body?.cancel());
      if (response.status !== 400) throw system.unavailable(`it answered ${response.status}`);
      const reasons = await system.read(response, Refusals);
      throw new ItemsRefused(reasons.map(({ row, message }) => ({ row, message: message.slice(0, MOST_SAID) })));
    },
  };
}

const named = (own: TrackingUnit | null) => (own === null ? null : UNIT_NAMES[own]);

const toWritten = (item: TrackingItemDraft) => ({
  Name: item.name,
  ItemCategory: item.categoryName,
  UnitOfMeasure: UNIT_NAMES[item.unitOfMeasure],
  Strain: item.strainName,
  UnitThcContent: item.unitThcContent === null ? null : Number(item.unitThcContent),
  UnitThcContentUnitOfMeasure: named(item.unitThcContentUnitOfMeasure),
  UnitWeight: item.unitWeight === null ? null : Number(item.unitWeight),
  UnitWeightUnitOfMeasure: named(item.unitWeightUnitOfMeasure),
});
