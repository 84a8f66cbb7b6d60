import type { CompanyType } from '../access/vocabulary';
import { type Day, shortDay } from '../dates';
import { compare } from '../money';
import type { Harvest, HarvestPackage, HarvestPlant, HarvestRow, HarvestWaste } from './harvest';

type Stage = Pick<HarvestRow, 'state'>;
type Counts = Stage & Pick<HarvestRow, 'plantCount' | 'weighedCount'>;
type Weighed = Stage & Pick<HarvestRow, 'balance'>;

const SENT_ALREADY = 'It was submitted to the tracking system.';
const FINISHED = 'It’s finished. Reopen it first.';
const UNDER_WAY = 'It’s being submitted. Wait until that’s done.';

/** The kinds of license that may grow plants; one whose kind isn't known may. */
const GROWS: ReadonlySet<CompanyType> = new Set(['UNKNOWN', 'CULTIVATOR', 'MICROBUSINESS', 'HEMP']);
export const mayGrow = ({ licenseType }: { licenseType: CompanyType }): boolean => GROWS.has(licenseType);

/** The name a harvest is given unless somebody types another: its strain and day. */
export const harvestName = (strainName: string, harvestDate: Day): string =>
  strainName === '' ? '' : `${strainName} ${shortDay(harvestDate)}`.slice(0, 100);

/** Why a harvest's own fields can't be changed; null when they can. */
export const whyNotEdit = ({ state }: Stage): string | null => (state === 'ACTIVE' ? null : SENT_ALREADY);

/** Why a harvest can't be deleted; null when it can. */
export const whyNotDelete = ({ state }: Stage): string | null =>
  state === 'ACTIVE' ? null : `${SENT_ALREADY} Submitted harvests can’t be deleted.`;

/** Why plants can't be added, weighed or removed; null when they can. */
export const whyNotChangePlants = ({ state }: Stage): string | null => {
  if (state === 'ACTIVE') return null;
  return state === 'SUBMITTING' ? UNDER_WAY : `${SENT_ALREADY} Its plants can’t be changed.`;
};

/** Why a plant can't be weighed or removed; null when it can. A refused one may be put right. */
export const whyNotChangePlant = (harvest: Stage, { state }: Pick<HarvestPlant, 'state'>): string | null => {
  if (state === 'DRAFT' || state === 'REFUSED') return harvest.state === 'FINISHED' ? FINISHED : null;
  if (state === 'UNDONE') return 'It was put back to flowering.';
  return state === 'WAITING' ? 'It’s waiting to be sent.' : 'It was sent to the tracking system.';
};

/** Why weights can't be distributed; null when they can. */
export const whyNotDistribute = (harvest: Counts): string | null => {
  if (harvest.plantCount === 0) return 'Add plants first.';
  return (
    whyNotChangePlants(harvest) ?? (harvest.weighedCount === harvest.plantCount ? 'Every plant has a weight.' : null)
  );
};

/** Why neither packages nor waste can be made of a harvest; null when they can. */
export const whyNotTake = ({ state, balance }: Weighed): string | null => {
  if (state === 'FINISHED') return FINISHED;
  if (state === 'SUBMITTING') return UNDER_WAY;
  if (compare(balance.wet, 0) <= 0) return 'Weigh a plant first.';
  return compare(balance.current, 0) <= 0 ? 'Nothing is left of its weight.' : null;
};

/** Why a package can't be removed; null when it can. */
export const whyNotRemovePackage = ({ state }: Pick<HarvestPackage, 'state'>): string | null =>
  state === 'DRAFT' || state === 'REFUSED' ? null : 'It was sent to the tracking system.';

/** Why waste can't be deleted; null when it can. */
export const whyNotRemoveWaste = (harvest: Stage, { state }: Pick<HarvestWaste, 'state'>): string | null => {
  if (state === 'UNDONE') return 'It was deleted.';
  if (state === 'WAITING') return 'It’s waiting to be sent.';
  return state === 'SENT' && harvest.state === 'FINISHED' ? FINISHED : null;
};

/** Why a harvest can't be submitted, or what was refused sent again, as far as its state goes; null when it can. */
export const whyNotSubmit = ({
  state,
  plantCount,
  submission,
}: Stage & Pick<HarvestRow, 'plantCount' | 'submission'>): string | null => {
  if (state === 'FINISHED') return FINISHED;
  if (submission.refused > 0 && submission.waiting === 0) return null;
  if (state !== 'ACTIVE') return state === 'SUBMITTING' ? UNDER_WAY : SENT_ALREADY;
  return plantCount === 0 ? 'Add plants first.' : null;
};

/** Why a harvest can't be finished; null when it can. */
export const whyNotFinish = ({ state, submission }: Stage & Pick<HarvestRow, 'submission'>): string | null => {
  if (state === 'FINISHED') return 'It’s finished.';
  if (state === 'ACTIVE') return 'Submit it first.';
  if (state === 'SUBMITTING' || submission.waiting > 0) return UNDER_WAY;
  return submission.refused > 0 ? 'Settle what the tracking system refused first.' : null;
};

/** Why a finished harvest can't be reopened; null when it can. */
export const whyNotUnfinish = ({ state }: Stage): string | null => (state === 'FINISHED' ? null : 'It isn’t finished.');

/** Why a plant can't be put back to flowering; null when it can. */
export const whyNotRestore = (
  harvest: Stage & Pick<Harvest, 'balance'>,
  { state, weight }: Pick<HarvestPlant, 'state' | 'weight'>,
): string | null => {
  if (state !== 'SENT')
    return state === 'UNDONE' ? 'It was put back already.' : 'It wasn’t sent yet. Remove it instead.';
  if (harvest.state === 'FINISHED') return FINISHED;
  if (harvest.state === 'SUBMITTING') return UNDER_WAY;
  const isUsed = weight !== null && compare(weight, harvest.balance.current) > 0;
  return isUsed ? 'Its weight is in packages or waste already.' : null;
};
