import { and, eq, gte, lte, ne } from 'drizzle-orm';
import type { harvests as contract } from '../../domain/harvests/contract';
import { HARVEST_STATES, type HarvestState } from '../../domain/harvests/harvest';
import { MOST_FINISHED, usualLossOf } from '../../domain/harvests/usual-loss';
import { isOneOf } from '../db/page';
import { harvests } from '../db/schema';
import type { Verb } from '../implement';
import { assertSeenLicense, findHarvest } from './find-harvest';
import { loadHarvest, loadHarvestRows } from './read-harvests';

/** The states of a list: what was submitted leaves those in progress, what was finished leaves those submitted. */
function statesOf({ submitted, finished }: { submitted: boolean; finished: boolean }): HarvestState[] {
  const all = Object.keys(HARVEST_STATES) as HarvestState[];
  if (!submitted && !finished) return ['ACTIVE'];
  return all.filter((state) => (state === 'FINISHED' ? finished : state !== 'ACTIVE' && submitted));
}

/** A license’s harvests in progress, submitted or finished. NOT_FOUND for a license the caller doesn’t see. */
export const listHarvests: Verb<typeof contract.list> = async (ctx, { query }) => {
  await assertSeenLicense(ctx, query.licenseId);
  return loadHarvestRows(ctx, and(eq(harvests.licenseId, query.licenseId), isOneOf(harvests.state, statesOf(query))));
};

/** A license’s finished harvests, by the day they were finished. NOT_FOUND for a license the caller doesn’t see. */
export const listFinished: Verb<typeof contract.finished> = async (ctx, { query }) => {
  await assertSeenLicense(ctx, query.licenseId);
  const { licenseId, finishedStart, finishedEnd } = query;
  return loadHarvestRows(
    ctx,
    and(
      eq(harvests.licenseId, licenseId),
      eq(harvests.state, 'FINISHED'),
      finishedStart ? gte(harvests.finishedOn, finishedStart) : undefined,
      finishedEnd ? lte(harvests.finishedOn, finishedEnd) : undefined,
    ),
  );
};

/**
 * What the latest finished harvests of the same strain and kind lost, of those the caller sees; the harvest itself doesn't count.
 * NOT_FOUND.
 */
export const readUsualLoss: Verb<typeof contract.usualLoss> = async (ctx, { params: { id } }) => {
  const own = await findHarvest(ctx, id);
  const alike = and(
    eq(harvests.strainName, own.strainName),
    eq(harvests.harvestType, own.harvestType),
    eq(harvests.state, 'FINISHED'),
    ne(harvests.id, id),
  );
  return usualLossOf((await loadHarvestRows(ctx, alike, MOST_FINISHED)).map(({ balance }) => balance));
};

export const getHarvest: Verb<typeof contract.get> = (ctx, { params: { id }, query }) => loadHarvest(ctx, id, query);
