import type { Harvest, HarvestRow } from '../../../domain/harvests/harvest';
import { undoUntil } from '../../../domain/harvests/undo';
import { formatAmount, type Quantity } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { momentHere } from '../../ui/reader-dates';

export const HARVESTS = '/harvest';

type InUnit = Pick<HarvestRow, 'defaultUnitOfMeasureAbbreviation'>;

/** "1,204.5 g", in the harvest's own unit. */
export const weightText = ({ defaultUnitOfMeasureAbbreviation: unit }: InUnit, weight: Quantity): string =>
  `${formatAmount(weight)} ${unit}`;

/** "12 of 40 weighed". */
export const weighedText = ({ weighedCount, plantCount }: Pick<HarvestRow, 'weighedCount' | 'plantCount'>): string =>
  plantCount === 0 ? 'No plants' : `${weighedCount} of ${counted(plantCount, 'plant')} weighed`;

/** How far the submission is: "12 of 40 sent, 2 refused". */
export function progressText({ submission: { sent, total, refused } }: Pick<HarvestRow, 'submission'>): string {
  return `${sent} of ${total} sent${refused > 0 ? `, ${refused} refused` : ''}`;
}

/** What of a harvest the tracking system refused, and why. */
export function refusedOf({ harvestPlants, packages, waste }: Harvest): { key: string; what: string; why: string }[] {
  const plants = (harvestPlants ?? []).map((one) => ({ ...one, what: `Plant ${one.label}` }));
  const made = packages.map((one) => ({ ...one, what: `Package ${one.label}` }));
  const wasted = waste.map((one) => ({
    ...one,
    what: `Waste, ${formatAmount(one.wasteWeight)} ${one.unitOfMeasureAbbreviation} ${one.wasteType}`,
  }));
  return [...plants, ...made, ...wasted].flatMap(({ id, state, problem, what }) =>
    state === 'REFUSED' ? [{ key: `${what} ${id}`, what, why: problem ?? 'No reason was given.' }] : [],
  );
}

/** " until 11/30/2026, 10:12 AM": how long what was recorded at an instant can be taken back; nothing where no time is set. */
export function untilText(harvest: Pick<HarvestRow, 'usState'>, since: string | null): string {
  const until = undoUntil(harvest, since);
  return until === null ? '' : ` until ${momentHere(until.toISOString())}`;
}
