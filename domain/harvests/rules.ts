import { compare, formatAmount, formatNumber } from '../money';
import { counted } from '../text';
import {
  HARVEST_STATES,
  type HarvestBalance,
  type HarvestPackage,
  type HarvestRow,
  type HarvestState,
  type HarvestType,
  type SentState,
} from './harvest';
import { whyTooLate } from './undo';

/** Why a harvest’s facts can’t be changed; null when they can: only while it is ours alone. */
export function whyNotChange({ state }: { state: HarvestState }): string | null {
  return state === 'ACTIVE' ? null : SINCE[state];
}

const SINCE: Record<Exclude<HarvestState, 'ACTIVE'>, string> = {
  SUBMITTING: 'It’s being submitted to the tracking system.',
  SUBMITTED: 'It was submitted to the tracking system.',
  FINISHED: 'It’s finished.',
};

/** Why a harvest can’t be deleted; null when it can. */
export function whyNotDelete(harvest: { state: HarvestState }): string | null {
  const why = whyNotChange(harvest);
  return why === null ? null : `${why} Only a harvest that wasn’t submitted can be deleted.`;
}

/** Why a plant can’t be weighed or removed; null when it can: until it is sent, and again once it was refused. */
export function whyNotChangePlant({ state }: { state: HarvestState }, plant: { state: SentState }): string | null {
  if (state === 'ACTIVE') return null;
  if (state !== 'FINISHED' && plant.state === 'REFUSED') return null;
  return `${SINCE[state]} The plant can’t be changed.`;
}

/** Why nothing can be packaged or thrown away of a harvest; null when it can. */
export const whyNotDraw = ({ state }: { state: HarvestState }): string | null =>
  state === 'FINISHED' ? 'It’s finished. Reopen it first.' : null;

/** Why a package or waste can’t be removed without the tracking system; null when it can. */
export function whyNotRemove({ state }: { state: SentState }): string | null {
  if (state === 'DRAFT' || state === 'REFUSED') return null;
  return state === 'WAITING' ? 'It’s on its way to the tracking system.' : 'The tracking system has it.';
}

type Submitted = Pick<HarvestRow, 'state' | 'plantCount' | 'weighedCount' | 'balance' | 'submission'>;

type Made = Pick<HarvestPackage, 'state' | 'recorded' | 'touched'>;

/** Why a package can’t be discontinued at the tracking system; null when it can: while nothing happened to it. */
export function whyNotDiscontinue(harvest: { state: HarvestState; usState: string }, made: Made, now: Date) {
  if (made.state !== 'SENT')
    return made.state === 'UNDONE' ? 'It was discontinued.' : 'The tracking system doesn’t have this package.';
  return whyNotDraw(harvest) ?? made.touched ?? whyTooLate(harvest, made.recorded, now);
}

/** Why a harvest can’t be submitted; null when it can. One that was is submitted again for what was refused. */
export function whyNotSubmit({ state, plantCount, weighedCount, balance, submission }: Submitted): string | null {
  if (state === 'FINISHED') return 'It’s finished.';
  if (state !== 'ACTIVE' && submission.refused === 0) return SINCE[state];
  if (plantCount === 0) return 'It has no plants yet.';
  const unweighed = plantCount - weighedCount;
  if (unweighed > 0) return `${counted(unweighed, 'plant has', 'plants have')} no weight yet.`;
  return compare(balance.current, 0) < 0 ? 'Its packages and waste weigh more than its plants.' : null;
}

/** Why a harvest can’t be finished; null when it can. */
export function whyNotFinish({ state }: { state: HarvestState }): string | null {
  if (state === 'SUBMITTED') return null;
  if (state === 'FINISHED') return 'It’s finished already.';
  return state === 'SUBMITTING' ? SINCE.SUBMITTING : 'Submit it first.';
}

/** Why a harvest can’t be reopened; null when it can. */
export const whyNotUnfinish = ({ state }: { state: HarvestState }): string | null =>
  state === 'FINISHED' ? null : `It isn’t finished: it’s ${HARVEST_STATES[state].label.toLowerCase()}.`;

type Restorable = { state: HarvestState; harvestType: HarvestType; balance: Pick<HarvestBalance, 'current'> };

/** Why a plant can’t be put back to flowering; null when it can. `weight` is the plant’s, in the harvest’s unit. */
export function whyNotRestore(
  { state, harvestType, balance }: Restorable,
  plant: { state: SentState; weight: string },
) {
  if (harvestType === 'Product') return 'A manicured plant still flowers.';
  if (state !== 'SUBMITTED')
    return state === 'ACTIVE' ? 'It wasn’t submitted. Remove the plant instead.' : SINCE[state];
  if (plant.state !== 'SENT') return 'The tracking system doesn’t have this plant in the harvest.';
  return compare(plant.weight, balance.current) > 0
    ? `Only ${formatAmount(balance.current)} of its ${formatAmount(plant.weight)} are left in this harvest.`
    : null;
}

/** Why plants can’t be added to a harvest; null when they can. */
export function whyNotAdd(harvest: { state: HarvestState; plantCount: number }, more: number, most: number) {
  const why = whyNotChange(harvest);
  if (why !== null) return why;
  return harvest.plantCount + more > most ? `A harvest has at most ${formatNumber(most)} plants.` : null;
}

/** What is wrong with plants to be added, by field; empty when they can be. `taken` are other harvests’ by tag. */
export function plantErrors(
  plants: readonly { label: string }[],
  {
    own,
    flowering,
    taken,
  }: {
    own: ReadonlySet<string>;
    /** The strain of each flowering plant of the license. */
    flowering: ReadonlyMap<string, string>;
    taken: ReadonlyMap<string, string>;
  },
  { strainName }: { strainName: string },
): Record<string, string> {
  const errors: Record<string, string> = {};
  const seen = new Set<string>();
  plants.forEach(({ label }, at) => {
    const why =
      own.has(label) || seen.has(label)
        ? 'This plant is in the harvest already'
        : whyNotHarvest(label, { flowering, taken }, strainName);
    if (why !== null) errors[`plants.${at}.label`] = why;
    seen.add(label);
  });
  return errors;
}

/** Why a plant can’t be harvested; null when it can. */
export function whyNotHarvest(
  label: string,
  { flowering, taken }: { flowering: ReadonlyMap<string, string>; taken: ReadonlyMap<string, string> },
  strainName: string,
): string | null {
  const other = taken.get(label);
  if (other !== undefined) return `This plant is in the harvest “${other}”`;
  const strain = flowering.get(label);
  if (strain === undefined) return 'The license has no flowering plant with this tag';
  return strain === strainName ? null : `This plant is ${strain}. The harvest is ${strainName}.`;
}

/** The file name of a harvest’s csv. */
export function exportName(name: string): string {
  const safe = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  return `${safe || 'harvest'}.csv`;
}
