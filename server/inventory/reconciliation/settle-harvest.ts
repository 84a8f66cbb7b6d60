import { and, eq, isNull, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { type TrackingDifference, whyNotAccept } from '../../../domain/inventory/reconciliation/difference';
import {
  figureLabel,
  figureOf,
  HARVEST_FIGURES,
  type HarvestFigure,
  howMuchMore,
} from '../../../domain/inventory/reconciliation/harvest-difference';
import { add, subtract } from '../../../domain/money';
import type { Ctx } from '../../context';
import { lockRow, lockRows } from '../../db/rows';
import { trackingDifferences as differences, harvests } from '../../db/schema';
import { findDifference } from './search-differences';

type Own = typeof harvests.$inferSelect;

const COLUMNS = { plants: 'outsidePlants', waste: 'outsideWaste', packaged: 'outsidePackaged' } as const;

/** A difference of a harvest, with the harvest and then the difference locked, as reading it does. */
async function lockHarvestDifference(ctx: Ctx, id: number) {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const seen = await findDifference(ctx, id);
  const figure = figureOf(seen.kind);
  if (figure === null || seen.harvestId === null) throw new Error('A difference of a harvest has its figure');
  const own = await lockRow(db, harvests, and(eq(harvests.orgId, orgId), eq(harvests.id, seen.harvestId)), 'Harvest');
  await lockRows(db, differences, and(eq(differences.orgId, orgId), eq(differences.id, id)));
  return { found: await findDifference(ctx, id), own, figure };
}

/** Has our harvest weigh what the tracking system says, for good or bad. CONFLICT when it's settled; NOT_FOUND. */
export async function acceptHarvest(ctx: Ctx, id: number): Promise<{ found: TrackingDifference; more: string }> {
  const { found, own, figure } = await lockHarvestDifference(ctx, id);
  const why = whyNotAccept(found);
  if (why !== null) throw new DomainError('CONFLICT', why);
  const more = howMuchMore(found);
  await change(ctx, own, { figure, from: found.ours, to: found.theirs, outside: add(own[COLUMNS[figure]], more) });
  return { found, more };
}

/** Takes that back. CONFLICT if it was settled in another way, or the same figure differs again. */
export async function undoAcceptHarvest(ctx: Ctx, id: number, more: string): Promise<TrackingDifference> {
  const { db, membership } = ctx;
  const { found, own, figure } = await lockHarvestDifference(ctx, id);
  if (found.settlement !== 'ACCEPTED') throw new DomainError('CONFLICT', 'It was settled in another way since.');
  const again = and(
    eq(differences.orgId, membership.orgId),
    eq(differences.harvestId, own.id),
    eq(differences.kind, HARVEST_FIGURES[figure]),
    isNull(differences.settledAt),
  );
  if ((await db.$count(differences, again)) > 0)
    throw new DomainError('CONFLICT', 'The harvest was changed since, so it stays as it is.');
  await change(ctx, own, { figure, from: found.theirs, to: found.ours, outside: subtract(own[COLUMNS[figure]], more) });
  return found;
}

/** The rest of the harvest, also when somebody finished it, stays as it is. */
async function change(
  ctx: Ctx,
  { orgId, id }: Own,
  { figure, from, to, outside }: { figure: HarvestFigure; from: string; to: string; outside: string },
): Promise<void> {
  await ctx.db
    .update(harvests)
    .set({ [COLUMNS[figure]]: outside, version: sql`${harvests.version} + 1` })
    .where(and(eq(harvests.orgId, orgId), eq(harvests.id, id)));
  const field = figureLabel(figure);
  await ctx.audit({ entity: 'harvest', id, before: { [field]: from }, after: { [field]: to } });
  await ctx.publish({ topic: 'harvests', kind: 'changed', id, orgIds: [orgId] });
}
