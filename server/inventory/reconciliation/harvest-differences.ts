import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sumInUnit } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { sentWeights, withOutside } from '../../../domain/harvests/balance';
import { OVERLAP_MS } from '../../../domain/integrations/tracking-reads';
import type { FoundDifference } from '../../../domain/inventory/reconciliation/difference';
import {
  HARVEST_KINDS,
  type HarvestFigures,
  harvestDifferences,
} from '../../../domain/inventory/reconciliation/harvest-difference';
import { subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { trackingDifferences as differences, harvests } from '../../db/schema';
import { type Group, groupRecords, outsideOf } from '../../harvests/group-records';
import { outsideAmount, outsideDay, outsideId, outsideInstant } from '../../integrations/tracking/outside-values';
import type { StoreTools } from '../../integrations/tracking/tracked';
import { outsideUnit } from '../../integrations/tracking/tracking-units';
import { parseRecords } from '../tracking/parse-records';
import { readingAt } from '../tracking/reading-at';
import { settleQuestions } from './store-differences';

type From = { orgId: number; licenseId: number };
type Own = typeof harvests.$inferSelect;

const recordIn = (timeZone: string) =>
  z.object({
    Id: outsideId,
    UnitOfWeightName: outsideUnit,
    TotalWetWeight: outsideAmount,
    TotalRestoredWeight: outsideAmount.default('0'),
    TotalWasteWeight: outsideAmount,
    TotalPackagedWeight: outsideAmount,
    FinishedDate: outsideDay,
    LastModified: outsideInstant(timeZone),
  });

/**
 * Compares harvests of ours with what was read of them. That they were finished or reopened there is taken over, as it is of
 * packages; another weight opens a difference, which closes once both agree. A record from before something of ours was
 * written tells nothing.
 */
export async function compareHarvests(tools: StoreTools, from: From, records: readonly unknown[]): Promise<void> {
  const { db, publish } = tools;
  const { orgId, licenseId } = from;
  const { timeZone } = await readingAt(db, from);
  const read = parseRecords(records, recordIn(timeZone), ({ Id: trackingId, ...one }) => ({ trackingId, ...one }));
  const ids = read.map(({ trackingId }) => trackingId);
  if (ids.length === 0) return;
  const known = await db
    .select()
    .from(harvests)
    .where(and(eq(harvests.orgId, orgId), eq(harvests.licenseId, licenseId), isOneOf(harvests.trackingId, ids)))
    .orderBy(harvests.id)
    .for('no key update');
  if (known.length === 0) return;
  const written = await lastWritten(db, orgId, known);
  const theirsOf = new Map(read.map((one) => [one.trackingId, one]));
  const compared = known.flatMap((own) => {
    const theirs = theirsOf.get(own.trackingId ?? 0);
    const modified = theirs?.LastModified?.getTime() ?? 0;
    return theirs && modified >= (written.get(own.id) ?? 0) ? [{ own, theirs }] : [];
  });
  if (compared.length === 0) return;
  const figures = await harvestFigures(
    db,
    compared.map(({ own }) => own),
  );
  const told = new Set<number>();
  for (const { own, theirs } of compared) if (await takeOverEnd(tools, own, theirs.FinishedDate)) told.add(own.id);
  const found = compared.flatMap(({ own, theirs }): Found[] => {
    const ours = figures.get(own.id);
    if (ours === undefined) return [];
    const unit = own.unitOfMeasure as TrackingUnit;
    const weigh = (quantity: string) => sumInUnit([{ quantity, unit: theirs.UnitOfWeightName }], unit);
    const there: HarvestFigures = {
      plants: weigh(subtract(theirs.TotalWetWeight, theirs.TotalRestoredWeight)),
      waste: weigh(theirs.TotalWasteWeight),
      packaged: weigh(theirs.TotalPackagedWeight),
    };
    return [{ own, movedAt: theirs.LastModified, all: harvestDifferences(ours, there, unit) }];
  });
  const changed = await saveDifferences(tools, from, found);
  if (changed > 0) await publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  for (const id of told) await publish({ topic: 'harvests', kind: 'changed', id, orgIds: [orgId] });
}

/**
 * When something of harvests was last written there, in milliseconds; never over while something is still to be. What was
 * written longer ago than lists are late doesn’t count.
 */
async function lastWritten(db: Db, orgId: number, known: readonly Own[]): Promise<Map<number, number>> {
  const ids = sql.param(known.map(({ id }) => id));
  const listedSince = new Date(Date.now() - OVERLAP_MS).toISOString();
  // A package may take of several harvests; its write names the one it was made in.
  const { rows } = await db.execute<{ id: string; at: number | null }>(sql`
    with written as (
      select write.harvest_id as id, write.state, write.tried_at from tracking_writes write
       where write.org_id = ${orgId} and write.harvest_id = any(${ids}::bigint[])
         and (write.state = 'PENDING' or write.state = 'SENT' and write.updated_at > ${listedSince}::timestamptz)
       union all
      select part.harvest_id, write.state, write.tried_at from harvest_ingredients part
        join tracking_writes write on write.org_id = part.org_id and write.record_id = part.package_id
         and write.kind in ('HARVEST_PACKAGE', 'HARVEST_TEST_PACKAGE', 'HARVEST_DISCONTINUE')
       where part.org_id = ${orgId} and part.harvest_id = any(${ids}::bigint[])
         and (write.state = 'PENDING' or write.state = 'SENT' and write.updated_at > ${listedSince}::timestamptz))
    select id, case when bool_or(state = 'PENDING') then null else extract(epoch from max(tried_at))::float8 * 1000 end as at
      from written group by id`);
  return new Map(rows.map(({ id, at }) => [Number(id), at ?? Number.POSITIVE_INFINITY]));
}

/** What the tracking system must have of harvests by what was sent, and by what was accepted of it. */
async function harvestFigures(db: Db, known: readonly Own[]): Promise<Map<number, HarvestFigures>> {
  const { plants, packaged, waste } = await groupRecords(
    db,
    known[0]?.orgId ?? 0,
    known.map(({ id }) => id),
  );
  return new Map(
    known.map((own) => {
      const unit = own.unitOfMeasure as TrackingUnit;
      const of = (groups: readonly Group[]) => groups.filter(({ harvestId }) => harvestId === own.id);
      const weights = { plants: of(plants), packaged: of(packaged), waste: of(waste) };
      return [own.id, sentWeights(withOutside(weights, outsideOf(own), unit), unit)];
    }),
  );
}

/** Has a harvest be finished or open as it is there, whatever was refused of that before; whether it changed. */
async function takeOverEnd({ db, enqueue }: StoreTools, own: Own, finishedOn: string | null): Promise<boolean> {
  const { orgId, id } = own;
  const state = finishedOn === null ? 'SUBMITTED' : 'FINISHED';
  const isOver = own.state === 'SUBMITTED' || own.state === 'FINISHED';
  if (!isOver || (own.state === state && own.finishedOn === finishedOn)) return false;
  await db
    .update(harvests)
    .set({ state, finishedOn, endProblem: null, updatedAt: sql`now()`, version: own.version + 1 })
    .where(and(eq(harvests.orgId, orgId), eq(harvests.id, id)));
  await enqueue({ name: 'follow-harvest', data: { orgId, harvestId: id } });
  return true;
}

type Found = { own: Own; movedAt: Date | null; all: readonly FoundDifference[] };

/** Opens each difference once, says what it is now, and closes those that are none anymore. Returns how many changed. */
async function saveDifferences(
  tools: StoreTools,
  { orgId, licenseId }: From,
  found: readonly Found[],
): Promise<number> {
  const { db } = tools;
  const ids = found.map(({ own }) => own.id);
  const ofOrg = eq(differences.orgId, orgId);
  const open = await db
    .select()
    .from(differences)
    .where(
      and(
        ofOrg,
        isOneOf(differences.harvestId, ids),
        isOneOf(differences.kind, HARVEST_KINDS),
        isNull(differences.settledAt),
      ),
    )
    .orderBy(differences.id)
    .for('no key update');
  const agreed = open.filter(
    (one) => !found.some(({ own, all }) => own.id === one.harvestId && all.some(({ kind }) => kind === one.kind)),
  );
  if (agreed.length > 0) {
    const those = agreed.map(({ id }) => id);
    await db
      .update(differences)
      .set({ settledAt: sql`statement_timestamp()`, settlement: 'AGREED' })
      .where(and(ofOrg, isOneOf(differences.id, those)));
    await settleQuestions(tools, orgId, agreed, 'AGREED');
  }
  let changed = agreed.length;
  for (const { own, movedAt, all } of found)
    for (const difference of all) {
      const same = open.find((one) => one.harvestId === own.id && one.kind === difference.kind);
      if (same?.ours === difference.ours && same.theirs === difference.theirs) continue;
      changed += 1;
      if (same !== undefined)
        await db
          .update(differences)
          .set({ ...difference, movedAt })
          .where(and(ofOrg, eq(differences.id, same.id)));
      else {
        const label = await labelOf(db, own);
        await db
          .insert(differences)
          .values({ orgId, licenseId, harvestId: own.id, label, movedAt, ...difference })
          .onConflictDoNothing();
      }
    }
  return changed;
}

/** What a harvest is called in the inbox: its name, with the rest of what tells it apart if another has the same. */
async function labelOf(db: Db, { orgId, licenseId, name, ...own }: Own): Promise<string> {
  const alike = and(eq(harvests.orgId, orgId), eq(harvests.licenseId, licenseId), eq(harvests.name, name));
  if ((await db.$count(harvests, alike)) < 2) return name;
  return [name, own.harvestDate, own.dryingLocationName, own.strainName].join(', ');
}
