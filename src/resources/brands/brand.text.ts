import type { BrandRecord } from '../../../domain/brands/brand';
import { BRAND_SOURCES, type BrandSource } from '../../../domain/brands/source';
import { SUGGESTION_STATUSES } from '../../../domain/brands/suggestion';
import { choices, defineFilters, type FiltersOf, text } from '../../../domain/filters';
import { stateChoices } from '../../../domain/organization/us-states';
import { finds } from '../../../domain/search-text';

export const BRANDS = '/account/manage/brands';

/** The documented messages of a brand's writes. */
export const SAID = { success: 'Brand updated successfully!', failure: 'Failed to update brand' } as const;

/** What each section of a brand's page takes. */
export type BrandSection = {
  brand: BrandRecord;
  /** Why the reader may not change it; null when they may. */
  whyNot: string | null;
  refresh: () => unknown;
};

/** Whether buyers see a brand, in words. */
export function brandStanding({ review, disabled }: Pick<BrandRecord, 'review' | 'disabled'>): string {
  if (review !== null) return SUGGESTION_STATUSES[review];
  return disabled ? 'Disabled' : 'Shown to buyers';
}

const sources = Object.entries(BRAND_SOURCES).map(([value, label]) => ({ value: value as BrandSource, label }));
const conditions = [
  { value: 'enabled' as const, label: 'Shown to buyers' },
  { value: 'disabled' as const, label: 'Disabled' },
];

/** The brand list's filters in the address. */
export const brandFilters = defineFilters({
  q: text('Brand'),
  usStates: choices('State', stateChoices, 'usStates'),
  conditions: choices('Status', conditions, 'conditions'),
  sources: choices('Source', sources, 'sources'),
});

/** Whether a brand has the words in its name, and one of each filter's values. */
export function matchesBrand(
  { name, states, disabled, source }: BrandRecord,
  { q = '', usStates, conditions, sources }: FiltersOf<typeof brandFilters>,
): boolean {
  if (usStates && !usStates.some((state) => states.includes(state))) return false;
  if (conditions && !conditions.includes(disabled ? 'disabled' : 'enabled')) return false;
  if (sources && !sources.includes(source)) return false;
  return finds(q)(name);
}
