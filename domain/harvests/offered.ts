import type { CompanyType } from '../access/vocabulary';
import { type Day, shortDay } from '../dates';
import { compare } from '../money';
import { weightIn } from './balance';
import type { Harvest, HarvestPlant, HarvestRow, HarvestWaste } from './harvest';
import { whyNotChange, whyNotDraw, whyNotRemove, whyNotRestore } from './rules';
import { whyStateKeepsPlants, whyTooLate } from './undo';

/** The kinds of license that may grow plants; one whose kind isn't known may. */
const GROWS: ReadonlySet<CompanyType> = new Set(['UNKNOWN', 'CULTIVATOR', 'MICROBUSINESS', 'HEMP']);
export const mayGrow = ({ licenseType }: { licenseType: CompanyType }): boolean => GROWS.has(licenseType);

/** The name a harvest is given unless somebody types another: its strain and day. */
export const harvestName = (strainName: string, harvestDate: Day): string =>
  strainName === '' ? '' : `${strainName} ${shortDay(harvestDate)}`.slice(0, 100);

/** Why there are no weights to distribute; null when there are. */
export function whyNotDistribute(harvest: Pick<HarvestRow, 'state' | 'plantCount' | 'weighedCount'>): string | null {
  if (harvest.plantCount === 0) return 'Add plants first.';
  return whyNotChange(harvest) ?? (harvest.weighedCount === harvest.plantCount ? 'Every plant has a weight.' : null);
}

/** Why there is nothing to package or throw away; null when there is. */
export function whyNotTake(harvest: Pick<HarvestRow, 'state' | 'balance'>): string | null {
  const { wet, current } = harvest.balance;
  if (compare(current, 0) > 0) return whyNotDraw(harvest);
  return whyNotDraw(harvest) ?? (compare(wet, 0) > 0 ? 'Nothing is left of its weight.' : 'Weigh a plant first.');
}

/** Why waste can't be deleted; null when it can: also once it was sent, while its harvest isn't finished. */
export function whyNotRemoveWaste(
  harvest: Pick<HarvestRow, 'state' | 'usState'>,
  waste: Pick<HarvestWaste, 'state' | 'recorded'>,
  now: Date,
) {
  if (waste.state === 'UNDONE') return 'It was deleted.';
  if (waste.state !== 'SENT') return whyNotRemove(waste);
  return whyNotDraw(harvest) ?? whyTooLate(harvest, waste.recorded, now);
}

/** Why a plant can't be put back to flowering, whatever it was weighed in; null when it can. */
export const whyNotRestorePlant = (
  harvest: Pick<
    Harvest,
    'state' | 'harvestType' | 'balance' | 'defaultUnitOfMeasureAbbreviation' | 'usState' | 'submitted'
  >,
  { state, weight, unitOfMeasureAbbreviation }: Pick<HarvestPlant, 'state' | 'weight' | 'unitOfMeasureAbbreviation'>,
  now: Date,
): string | null =>
  whyNotRestore(harvest, {
    state,
    weight: weightIn(weight ?? '0', unitOfMeasureAbbreviation, harvest.defaultUnitOfMeasureAbbreviation),
  }) ?? whyStateKeepsPlants(harvest, now);
