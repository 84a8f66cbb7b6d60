import { z } from 'zod';
import type { TrackingItem } from '../../../../../domain/inventory/items/tracking-item';

const MOST_RECENT = 10;
const Kept = z.array(z.number().int().positive());

const keyOf = (licenseId: number) => `verdant.recent-items.${licenseId}`;

function readIds(licenseId: number): number[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(licenseId)) ?? '[]')).slice(0, MOST_RECENT);
  } catch {
    return [];
  }
}

/** The tracking system items used last in this browser, ten of each license, newest first. */
export const recentItemIds = (licenseIds: readonly number[]): number[] => licenseIds.flatMap(readIds);

/** Remembers items just used. */
export function saveRecentItems(items: readonly Pick<TrackingItem, 'id' | 'licenseId'>[]): void {
  for (const { id, licenseId } of items) {
    const others = readIds(licenseId).filter((one) => one !== id);
    localStorage.setItem(keyOf(licenseId), JSON.stringify([id, ...others].slice(0, MOST_RECENT)));
  }
}
