import type { TrackingUnit } from '../../catalogue/units/tracking-units';
import { compare, type Quantity, subtract } from '../../money';
import { DIFFERENCE_KINDS, type DifferenceKind, type FoundDifference } from './difference';

/** What weighs in a harvest, each compared by itself: its plants without those put back, waste, and what was packaged. */
export const HARVEST_FIGURES = { plants: 'PLANTS', waste: 'WASTE', packaged: 'PACKAGED' } as const;
export type HarvestFigure = keyof typeof HARVEST_FIGURES;
export type HarvestDifferenceKind = (typeof HARVEST_FIGURES)[HarvestFigure];

/** The figures of a harvest, in its unit. */
export type HarvestFigures = Record<HarvestFigure, Quantity>;

const NAMES = Object.keys(HARVEST_FIGURES) as HarvestFigure[];

/** Weights in other units than their harvest's are rounded there as they are here, not always alike. */
const ROUNDED = '0.001';

/** The figure a difference is about; null for one about a package. */
export const figureOf = (kind: DifferenceKind): HarvestFigure | null =>
  NAMES.find((name) => HARVEST_FIGURES[name] === kind) ?? null;

/** Every kind of difference that is about a harvest. */
export const HARVEST_KINDS: readonly HarvestDifferenceKind[] = NAMES.map((name) => HARVEST_FIGURES[name]);

/** Where the tracking system's figures of a harvest aren't ours, both in its unit. */
export function harvestDifferences(
  ours: HarvestFigures,
  theirs: HarvestFigures,
  unit: TrackingUnit,
): FoundDifference[] {
  return NAMES.flatMap((name): FoundDifference[] => {
    const more = subtract(theirs[name], ours[name]);
    if (compare(more, ROUNDED) <= 0 && compare(more, `-${ROUNDED}`) >= 0) return [];
    const [mine, other] = [`${ours[name]} ${unit}`, `${theirs[name]} ${unit}`];
    return [{ kind: HARVEST_FIGURES[name], ours: mine, theirs: other, cause: 'CHANGED' }];
  });
}

/** How much more the tracking system has, of a difference about a harvest; less than 0 if it has less. */
export function howMuchMore({ ours, theirs }: Pick<FoundDifference, 'ours' | 'theirs'>): Quantity {
  const amount = (text: string) => text.split(' ')[0] ?? '0';
  return subtract(amount(theirs), amount(ours));
}

/** What a figure of a harvest is called, as differences call it. */
export const figureLabel = (name: HarvestFigure): string => DIFFERENCE_KINDS[HARVEST_FIGURES[name]].label;
