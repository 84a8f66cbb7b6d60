import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { ItemCategory, TrackingItemDraft } from '../../../domain/inventory/items/tracking-item';
import { type LicenseAccess, MOST_WRITTEN, type Reach, trackingCalls } from './tracking-calls';
import { outsideUnit, UNIT_NAMES } from './tracking-units';

const QUANTITY_TYPES = { CountBased: 'count', WeightBased: 'weight', VolumeBased: 'volume' } as const;

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

const Decimal = z.union([z.number(), z.string()]).transform(String).nullish();

const Item = z.object({
  Id: z.number().int(),
  Name: z.string(),
  ProductCategoryName: z.string(),
  UnitOfMeasureName: outsideUnit,
  StrainName: z.string().nullish(),
  UnitThcContent: Decimal,
  UnitThcContentUnitOfMeasureName: outsideUnit.nullish(),
  UnitWeight: Decimal,
  UnitWeightUnitOfMeasureName: outsideUnit.nullish(),
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

/** Items, categories and strains of the tracking system over HTTP. */
export function trackingItemsOverHttp(reach: Reach): TrackingItems {
  const { send, readAll } = trackingCalls(reach);

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
