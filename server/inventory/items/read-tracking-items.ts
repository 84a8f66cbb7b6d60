import { eq, sql } from 'drizzle-orm';
import type { TrackingItem } from '../../../domain/inventory/items/tracking-item';
import { licenses, trackingItems } from '../../db/schema';

/** Columns of an item joined with its license, as replies have it. */
export const ITEM_COLUMNS = {
  id: trackingItems.id,
  licenseId: trackingItems.licenseId,
  licenseNumber: licenses.licenseNumber,
  name: trackingItems.name,
  strainName: trackingItems.strainName,
  categoryName: trackingItems.categoryName,
  unitOfMeasure: sql<TrackingItem['unitOfMeasure']>`${trackingItems.unitOfMeasure}`,
  trackingUnit: sql<TrackingItem['trackingUnit']>`${trackingItems.trackingUnit}`,
  isClosed: sql<boolean>`${trackingItems.closedAt} is not null`,
  brandId: trackingItems.brandId,
  unitThcContent: trackingItems.unitThcContent,
  unitThcContentUnitOfMeasure: sql<TrackingItem['unitOfMeasure'] | null>`${trackingItems.unitThcContentUnitOfMeasure}`,
  unitWeight: trackingItems.unitWeight,
  unitWeightUnitOfMeasure: sql<TrackingItem['unitOfMeasure'] | null>`${trackingItems.unitWeightUnitOfMeasure}`,
};

/** Joins an item to its license. */
export const ofItem = eq(licenses.id, trackingItems.licenseId);
