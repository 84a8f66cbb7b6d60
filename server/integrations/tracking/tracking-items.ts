import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { ItemCategory, TrackingItemDraft } from '../../../domain/inventory/items/tracking-item';
import { outsideAmount, outsideId } from './outside-values';
import { isRefusal, refusalsByRow } from './refusals';
import { type LicenseAccess, MOST_WRITTEN, type Reach, trackingCalls } from './tracking-calls';
import { outsideText, outsideUnit, UNIT_NAMES } from './tracking-units';

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

const Amount = outsideAmount.nullish().catch(null);
const AmountUnit = outsideUnit.nullish().catch(null);

/** An item as the tracking system gives it. */
export const OutsideItemRecord = z.object({
  Id: outsideId,
  Name: z.string().trim().min(1),
  ProductCategoryName: z.string().trim(),
  UnitOfMeasureName: outsideUnit.nullable().catch(null),
  StrainName: outsideText,
  UnitThcContent: Amount,
  UnitThcContentUnitOfMeasureName: AmountUnit,
  UnitWeight: Amount,
  UnitWeightUnitOfMeasureName: AmountUnit,
});

/** What a unit of an item holds and weighs; null as far as the tracking system doesn't say. */
export const unitFactsOf = (item: z.output<typeof OutsideItemRecord>) => ({
  unitThcContent: item.UnitThcContent ?? null,
  unitThcContentUnitOfMeasure: item.UnitThcContentUnitOfMeasureName ?? null,
  unitWeight: item.UnitWeight ?? null,
  unitWeightUnitOfMeasure: item.UnitWeightUnitOfMeasureName ?? null,
});
const Category = z.object({
  Name: z.string(),
  QuantityType: z.enum(['CountBased', 'WeightBased', 'VolumeBased']),
  RequiresStrain: z.boolean(),
  RequiresUnitThcContent: z.boolean(),
  RequiresUnitWeight: z.boolean(),
});
const Strain = z.object({ Name: z.string() });

/** Items, categories and strains of the tracking system over HTTP. */
export function trackingItemsOverHttp(reach: Reach): TrackingItems {
  const { send, readAll } = trackingCalls(reach);

  return {
    async items(at, since) {
      const query = since ? { lastModifiedStart: since.toISOString() } : {};
      const found = await readAll(at, z.unknown(), { what: 'items', path: '/items/v2/active', query });
      // An item that isn't as expected holds up none of the others.
      return found.flatMap((record): OutsideItem[] => {
        const item = OutsideItemRecord.safeParse(record).data;
        if (!item?.UnitOfMeasureName) return [];
        return [
          {
            trackingId: item.Id,
            name: item.Name,
            strainName: item.StrainName,
            categoryName: item.ProductCategoryName,
            unitOfMeasure: item.UnitOfMeasureName,
            ...unitFactsOf(item),
          },
        ];
      });
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
      const { status } = response;
      if (!isRefusal(status)) throw system.unavailable(`it answered ${status}`);
      throw new ItemsRefused(refusalsByRow(status, await response.text().catch(() => ''), items.length));
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
