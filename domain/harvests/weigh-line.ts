import { WHOLE_TAG } from '../inventory/packages/scanned-tag';
import { compare, type Quantity } from '../money';
import { readTyped } from '../typed';
import type { Harvest, HarvestPlant, PlantWeight } from './harvest';
import type { ScaleReading } from './scale-line';

/** What was scanned, and is to be weighed now. */
export type Line = { label: string; plant: HarvestPlant | null };

/** What is known where the weighing is done, also without a connection. */
export type KnownHere = {
  harvest: Pick<Harvest, 'harvestType' | 'state' | 'strainName'>;
  plants: ReadonlyMap<string, HarvestPlant>;
  /** Weights that were kept here and aren’t confirmed, by tag. */
  kept: ReadonlyMap<string, { weight: string; unit: string }>;
  /** Flowering plants that could be added; null while that isn’t known. */
  available: ReadonlySet<string> | null;
};

/** A plant to weigh; one that has its weight; or why it can’t be weighed here. UNSURE where only the platform knows. */
export type Judged =
  | { kind: 'READY' | 'UNSURE'; line: Line }
  | { kind: 'WEIGHED'; line: Line; message: string }
  | { kind: 'REFUSED'; message: string };

/** What a scanned tag is for the weigh line. A plant that was weighed isn’t weighed again unless somebody says so. */
export function judgeTag(label: string, known: KnownHere): Judged {
  const { harvest, plants, kept, available } = known;
  if (!WHOLE_TAG.test(label)) return { kind: 'REFUSED', message: 'A tag has 24 letters and digits. Scan it again.' };
  if (harvest.state !== 'ACTIVE')
    return { kind: 'REFUSED', message: 'This harvest was submitted. Nothing is weighed any more.' };
  const plant = plants.get(label) ?? null;
  const line = { label, plant };
  const waiting = kept.get(label);
  if (waiting) return { kind: 'WEIGHED', line, message: `Already weighed: ${waiting.weight} ${waiting.unit}.` };
  if (plant?.weight != null && plant.origin !== 'DISTRIBUTED')
    return { kind: 'WEIGHED', line, message: `Already weighed: ${plant.weight} ${plant.unitOfMeasureAbbreviation}.` };
  if (plant || available?.has(label)) return { kind: 'READY', line };
  return { kind: 'UNSURE', line };
}

/** A weight to keep, or the sentence about what is wrong with it. */
export type Weighed = { ok: true; weight: Omit<PlantWeight, 'device' | 'weighed'> } | { ok: false; problem: string };

/** The weight of a line: what was typed, else what the scale said last while it stood still. */
export function weightOf(
  typed: string,
  scale: ScaleReading | null,
  unit: PlantWeight['unitOfMeasureAbbreviation'],
): Weighed {
  if (typed.trim() === '') {
    if (scale?.state === 'STABLE' && compare(scale.weight, 0) > 0) {
      return { ok: true, weight: { weight: scale.weight, unitOfMeasureAbbreviation: scale.unit, origin: 'SCALE' } };
    }
    return { ok: false, problem: 'Weigh the plant first, or type its weight.' };
  }
  const read = readTyped('quantity', typed, { decimals: DECIMALS });
  if (read.problem !== null) return { ok: false, problem: read.problem };
  const weight: Quantity = read.amount;
  if (compare(weight, 0) <= 0) return { ok: false, problem: 'Must be greater than 0' };
  return { ok: true, weight: { weight, unitOfMeasureAbbreviation: unit, origin: 'TYPED' } };
}

/** A weight, and right behind it the tag that a scanner typed; null for anything else. */
export function weightAndTag(text: string): { weight: string; tag: string } | null {
  const [, weight, tag] = /^\s*([\d.,]*)\s*([0-9A-Z]{24})\s*$/i.exec(text) ?? [];
  return weight === undefined || tag === undefined ? null : { weight, tag: tag.toUpperCase() };
}

/** As many as the tracking system keeps. */
const DECIMALS = 4;

/** A weight that is kept without a connection this long was given then, and not when it arrived. */
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;

/** When a plant was weighed, of which the browser says when: clocks that are wrong by more don’t count. */
export function whenWeighed(given: string | undefined, now: Date): Date {
  const at = given === undefined ? now : new Date(given);
  const ago = now.getTime() - at.getTime();
  return ago > 0 && ago <= LONGEST_KEPT_MS ? at : now;
}
