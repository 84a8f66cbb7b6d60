import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { badInput } from '../../../domain/errors';
import type { wholesale } from '../../../domain/integrations/contract';
import { lastFourOf, MarketplaceAccess, type WholesaleSync } from '../../../domain/integrations/integrations';
import { stateName } from '../../../domain/organization/us-states';
import { hookPath } from '../../../domain/wholesale/hook-address';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { lockRow } from '../../db/rows';
import { companies, wholesaleRecords, wholesaleSyncs } from '../../db/schema';
import type { Verb } from '../../implement';
import { KeyRefused } from '../answers';
import { places } from '../credential-encryption';
import { dropMoves, resumeMoves, undeliveredOf } from './marketplace-moves';

type Row = typeof wholesaleSyncs.$inferSelect;

export const listWholesaleSyncs: Verb<typeof wholesale.syncs> = ({ db, membership }) =>
  readSyncs(db, eq(wholesaleSyncs.orgId, membership.orgId));

/**
 * Connects a state, or replaces its key, once the wholesale marketplace accepts the key and reports its access. Sends
 * order changes that waited for the key. Raises BAD_INPUT on the field, UNAVAILABLE.
 */
export const connectWholesale: Verb<typeof wholesale.connect> = async (ctx, { body: { stateAbbv, apiKey } }) => {
  const { membership, services } = ctx;
  const { orgId } = membership;
  await assertSellsIn(ctx, stateAbbv);
  const access = await services.integrations.wholesale.accessOf(apiKey).catch((error: unknown) => {
    if (!(error instanceof KeyRefused)) throw error;
    throw badInput({ apiKey: 'The wholesale marketplace doesn’t accept this key' });
  });
  return ctx.step('connect', async (step) => {
    const place = and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.usState, stateAbbv));
    const [before] = await step.db.select().from(wholesaleSyncs).where(place);
    const values = {
      sealedKey: services.integrations.vault.seal(apiKey, places.wholesale(orgId, stateAbbv)),
      lastFour: lastFourOf(apiKey),
      access,
      problem: null,
      checkedAt: step.now,
      updatedAt: step.now,
    };
    await step.db
      .insert(wholesaleSyncs)
      .values({ orgId, usState: stateAbbv, createdByUserId: step.person.userId, hookId: randomUUID(), ...values })
      .onConflictDoUpdate({
        target: [wholesaleSyncs.orgId, wholesaleSyncs.usState],
        set: { ...values, hookId: sql`coalesce(${wholesaleSyncs.hookId}, excluded.hook_id)` },
      });
    if (access === 'WRITE') await resumeMoves(step, orgId, stateAbbv);
    if (access === 'WRITE' && before?.startedAt) await resumeEdits(step, before);
    return record(step, before, place);
  });
};

/** Has all that both sides have looked at again: what was changed here under a key that could only read is sent. */
async function resumeEdits({ db, enqueue }: Ctx, { orgId, id: syncId }: Row): Promise<void> {
  await db
    .update(wholesaleRecords)
    .set({ dueAt: sql`statement_timestamp()` })
    .where(
      and(
        eq(wholesaleRecords.orgId, orgId),
        eq(wholesaleRecords.syncId, syncId),
        eq(wholesaleRecords.state, 'MATCHED'),
        inArray(wholesaleRecords.kind, ['ORDER', 'PRODUCT']),
      ),
    );
  await enqueue({ name: 'read-wholesale', data: { orgId, syncId } });
}

/**
 * Disables a connection and deletes its key; unsent changes are dropped. What another key's shop has is read from its
 * beginning.
 */
export const disableWholesale: Verb<typeof wholesale.disable> = async (ctx, { params }) => {
  const place = and(eq(wholesaleSyncs.id, params.id), eq(wholesaleSyncs.orgId, ctx.membership.orgId));
  const before = await lockRow(ctx.db, wholesaleSyncs, place, 'Link');
  await ctx.db
    .update(wholesaleSyncs)
    .set({
      sealedKey: null,
      lastFour: null,
      sealedHookKey: null,
      startedAt: null,
      sweptAt: null,
      ordersReadUntil: null,
      productsReadUntil: null,
      ordersKnownUntil: null,
      stockComparedAt: null,
      access: 'READ',
      problem: null,
      updatedAt: ctx.now,
    })
    .where(place);
  await dropMoves(ctx.db, before.orgId, before.usState);
  await ctx.db
    .delete(wholesaleRecords)
    .where(
      and(
        eq(wholesaleRecords.orgId, before.orgId),
        eq(wholesaleRecords.syncId, before.id),
        isNull(wholesaleRecords.ownId),
      ),
    );
  await ctx.enqueue({ name: 'push-wholesale-stock', data: { orgId: before.orgId, syncId: before.id } });
  return record(ctx, before, place);
};

/** A seller's orders are sold in its companies' states. */
async function assertSellsIn({ db, membership }: Ctx, usState: string): Promise<void> {
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.orgId, membership.orgId), eq(companies.usState, usState), isNull(companies.removedAt)))
    .limit(1);
  if (company === undefined) {
    throw badInput({ stateAbbv: `Your organization doesn’t sell in ${stateName(usState)}` });
  }
}

async function record(ctx: Ctx, before: Row | undefined, place: SQL | undefined): Promise<WholesaleSync> {
  const [after] = await readSyncs(ctx.db, place);
  if (after === undefined) throw new Error('The connection just saved was not found');
  const shown = ({ lastFour, access, sealedKey }: Row) => ({ lastFour, access, isActive: sealedKey !== null });
  const { isActive, access, keyLastFour } = after;
  await ctx.audit({
    id: after.id,
    before: before ? shown(before) : null,
    after: { lastFour: keyLastFour, access, isActive, stateAbbv: after.stateAbbv },
  });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: after.id, orgIds: [after.orgId] });
  return after;
}

/** Connections as people see them, by state. */
export async function readSyncs(db: Db, where: SQL | undefined): Promise<WholesaleSync[]> {
  const rows = await db.select().from(wholesaleSyncs).where(where).orderBy(asc(wholesaleSyncs.usState));
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      orgId: row.orgId,
      stateAbbv: row.usState,
      isActive: row.sealedKey !== null,
      access: MarketplaceAccess.parse(row.access),
      keyLastFour: row.lastFour,
      checked: row.checkedAt.toISOString(),
      problem: row.problem,
      undelivered: await undeliveredOf(db, row.orgId, row.usState),
      companyId: row.companyId,
      hookPath: row.hookId && hookPath(row.orgId, row.hookId),
      isHookSigned: row.sealedHookKey !== null,
      hookHeard: row.hookHeardAt?.toISOString() ?? null,
      started: row.startedAt?.toISOString() ?? null,
      swept: row.sweptAt?.toISOString() ?? null,
      problems: await db.$count(
        wholesaleRecords,
        and(
          eq(wholesaleRecords.orgId, row.orgId),
          eq(wholesaleRecords.syncId, row.id),
          isNotNull(wholesaleRecords.problem),
          ne(wholesaleRecords.state, 'IGNORED'),
        ),
      ),
    })),
  );
}
