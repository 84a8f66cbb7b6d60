import { z } from 'zod';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { formatAmount, sum } from '../money';
import { counted, listed } from '../text';
import { balanceOf, type OutsideWeights, type Weighed, withOutside } from './balance';
import { HarvestBalance, type HarvestPackage, type HarvestPlant, type HarvestRow, type HarvestWaste } from './harvest';
import { whyNotSubmit } from './rules';

/** One call of a submission: what it does in words, how many records it has, and the balance after it. */
export const SubmissionStep = z.strictObject({
  kind: z.enum(['PLANTS', 'PACKAGES', 'TEST_PACKAGES', 'WASTE']),
  words: z.string(),
  records: z.number().int().positive(),
  after: HarvestBalance,
});
export type SubmissionStep = z.infer<typeof SubmissionStep>;

/** What submitting a harvest does outside, call by call. */
export const SubmissionPreview = z.strictObject({
  steps: z.array(SubmissionStep),
  /** What to think about before it is submitted, such as distributed weights. */
  warnings: z.array(z.string()),
  /** Why it can’t be submitted; null when it can. */
  problem: z.string().nullable(),
});
export type SubmissionPreview = z.infer<typeof SubmissionPreview>;

/** Most records the tracking system takes in one call. */
const MOST_TOGETHER = 10;

type Parts = {
  plants: readonly HarvestPlant[];
  packages: readonly HarvestPackage[];
  waste: readonly HarvestWaste[];
  /** What others changed of it at the tracking system. */
  outside: OutsideWeights;
};

/** The outside calls of a submission in their order, with the balance after each, and what to think about first. */
export function previewSubmission(harvest: HarvestRow, { plants, packages, waste, outside }: Parts): SubmissionPreview {
  const { id, defaultUnitOfMeasureAbbreviation: unit } = harvest;
  const done: { plants: Weighed[]; packaged: Weighed[]; waste: Weighed[] } = { plants: [], packaged: [], waste: [] };
  const isOpen = ({ state }: Pick<HarvestPlant, 'state'>) => state === 'DRAFT' || state === 'REFUSED';
  const isThere = ({ state }: Pick<HarvestPlant, 'state'>) => !isOpen({ state });
  const from = (one: HarvestPackage) => ofHarvest(one, id);
  done.plants.push(...plants.filter(isThere).flatMap(weighedPlant));
  done.packaged.push(...packages.filter(isThere).flatMap(from));
  done.waste.push(...waste.filter(isThere).map(weighedWaste));

  const steps: SubmissionStep[] = [];
  const step = (kind: SubmissionStep['kind'], words: string, records: number) =>
    steps.push({
      kind,
      words,
      records,
      after: balanceOf(withOutside(done, outside, unit), { unit, state: 'SUBMITTED' }),
    });
  const verb = harvest.harvestType === 'WholePlant' ? 'Harvest' : 'Manicure';
  for (const some of inTens(plants.filter(isOpen))) {
    const weighed = some.flatMap(weighedPlant).map((one) => ({ ...one, state: 'SENT' as const }));
    done.plants.push(...weighed);
    step('PLANTS', `${verb} ${counted(some.length, 'plant')}, ${together(weighed)}`, some.length);
  }
  for (const forTesting of [false, true]) {
    for (const some of inTens(packages.filter((one) => isOpen(one) && one.forTesting === forTesting))) {
      const weighed = some.flatMap(from).map((one) => ({ ...one, state: 'SENT' as const }));
      done.packaged.push(...weighed);
      const what = forTesting
        ? counted(some.length, 'package for testing', 'packages for testing')
        : counted(some.length, 'package');
      step(forTesting ? 'TEST_PACKAGES' : 'PACKAGES', `Make ${what}, ${together(weighed)}`, some.length);
    }
  }
  for (const some of inTens(waste.filter(isOpen))) {
    const weighed = some.map(weighedWaste).map((one) => ({ ...one, state: 'SENT' as const }));
    done.waste.push(...weighed);
    const types = listed([...new Set(some.map(({ wasteType }) => wasteType))]);
    step('WASTE', `Record ${together(weighed)} of waste: ${types}`, some.length);
  }
  return { steps, warnings: warningsOf(plants.filter(isOpen)), problem: whyNotSubmit(harvest) };
}

/** What a harvest’s submission sends, in the house’s words for weights. */
function together(weighed: readonly Weighed[]): string {
  const units = [...new Set(weighed.map(({ unit }) => unit))];
  const ofUnit = (unit: TrackingUnit) =>
    sum(weighed.filter((one) => one.unit === unit).map(({ quantity }) => quantity));
  return units.map((unit) => `${formatAmount(ofUnit(unit))} ${unit}`).join(' and ') || 'without a weight';
}

function warningsOf(plants: readonly HarvestPlant[]): string[] {
  const distributed = plants.filter(({ origin }) => origin === 'DISTRIBUTED').length;
  if (distributed === 0) return [];
  return [
    `${counted(distributed, 'plant has a weight that was', 'plants have weights that were')} distributed, not weighed. Inspectors compare single weights.`,
  ];
}

const weighedPlant = ({ weight, unitOfMeasureAbbreviation: unit, state }: HarvestPlant): Weighed[] =>
  weight === null ? [] : [{ quantity: weight, unit, state }];

const weighedWaste = ({ wasteWeight, unitOfMeasureAbbreviation: unit, state }: HarvestWaste): Weighed => ({
  quantity: wasteWeight,
  unit,
  state,
});

/** What goes into a package from one harvest. */
const ofHarvest = ({ ingredients, state }: HarvestPackage, id: number): Weighed[] =>
  ingredients
    .filter(({ harvestId }) => harvestId === id)
    .map(({ weight, unitOfMeasureAbbreviation: unit }) => ({ quantity: weight, unit, state }));

function inTens<One>(all: readonly One[]): One[][] {
  return Array.from({ length: Math.ceil(all.length / MOST_TOGETHER) }, (_, n) =>
    all.slice(n * MOST_TOGETHER, (n + 1) * MOST_TOGETHER),
  );
}
