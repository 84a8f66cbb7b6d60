import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { type Side, wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { fieldText } from '../../../domain/wholesale/field-text';
import { fieldLabel, ownersOf } from '../../../domain/wholesale/owners';
import type { Value } from '../../../domain/wholesale/reconcile';
import type { FieldOwner, WholesaleKind } from '../../../domain/wholesale/vocabulary';
import { bulk, eachOf, many } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { lockRow } from '../../db/rows';
import { wholesaleConflicts as conflicts, wholesaleRecords, wholesaleRules } from '../../db/schema';
import type { Verb } from '../../implement';
import { findConflict, matchingConflicts } from './conflict-list';
import { readRules } from './read-rules';

type Row = typeof conflicts.$inferSelect;

/**
 * Settles a conflict. The other side's value becomes what both last agreed on, so that the sync, which follows at once, sees
 * one edit: it writes theirs here, or sends ours there. STALE when either value is another by now; CONFLICT when it's settled.
 */
export const settleConflict: Verb<typeof wholesaleDesk.settle> = async (ctx, { params, body }) => {
  const row = await lockConflict(ctx, params.id);
  const now = { ours: fieldText(row.ours as Value), theirs: fieldText(row.theirs as Value) };
  if (now.ours !== body.seen.ours || now.theirs !== body.seen.theirs)
    throw new DomainError('STALE', 'One side changed it again. See both values as they are now, then choose.');
  await settle(ctx, row, body.choice);
  if (body.always) await saveRule(ctx, row.syncId, row.kind as WholesaleKind, row.field, body.choice);
  return findConflict(ctx, params.id);
};

const lockConflict = (ctx: Ctx, id: number): Promise<Row> =>
  lockRow(ctx.db, conflicts, and(eq(conflicts.orgId, ctx.membership.orgId), eq(conflicts.id, id)), 'Conflict');

async function settle(ctx: Ctx, row: Row, choice: Side): Promise<void> {
  const { db, now, person } = ctx;
  const { orgId, syncId, kind, externalId, field } = row;
  if (row.state !== 'OPEN') throw new DomainError('CONFLICT', 'It was settled already.');
  const record = and(
    eq(wholesaleRecords.orgId, orgId),
    eq(wholesaleRecords.syncId, syncId),
    eq(wholesaleRecords.kind, kind),
    eq(wholesaleRecords.externalId, externalId),
  );
  const base = JSON.stringify({ [field]: choice === 'OURS' ? row.theirs : row.ours });
  const { rowCount } = await db
    .update(wholesaleRecords)
    .set({ agreed: sql`${wholesaleRecords.agreed} || ${base}::jsonb`, dueAt: sql`statement_timestamp()` })
    .where(record);
  if (rowCount === 0) throw new DomainError('CONFLICT', 'It’s no longer matched with the wholesale marketplace.');
  await db
    .update(conflicts)
    .set({ state: 'SETTLED', choice, settledAt: now, settledByUserId: person.userId })
    .where(and(eq(conflicts.orgId, orgId), eq(conflicts.id, row.id)));
  await ctx.enqueue(
    kind === 'ORDER'
      ? { name: 'send-wholesale-order', data: { orgId, syncId, number: externalId } }
      : { name: 'send-wholesale-product', data: { orgId, syncId, id: externalId } },
  );
  await ctx.audit({
    entity: 'wholesale-conflict',
    id: row.id,
    before: { field: fieldLabel(kind as WholesaleKind, field), ours: row.ours, theirs: row.theirs },
    after: { choice },
  });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: 'many', orgIds: [orgId] });
}

/** Settles a connection's open conflicts of a field as its new owner would have. */
async function settleByRule(ctx: Ctx, of: { syncId: number; kind: string; field: string }, choice: Side) {
  const open = await ctx.db
    .select()
    .from(conflicts)
    .where(
      and(
        eq(conflicts.orgId, ctx.membership.orgId),
        eq(conflicts.syncId, of.syncId),
        eq(conflicts.kind, of.kind),
        eq(conflicts.field, of.field),
        eq(conflicts.state, 'OPEN'),
      ),
    )
    .orderBy(conflicts.id)
    .for('no key update');
  for (const row of open) await settle(ctx, row, choice);
}

/** Notes who decides a field from now on, and settles its open conflicts so. */
export async function saveRule(
  ctx: Ctx,
  syncId: number,
  kind: WholesaleKind,
  field: string,
  owner: FieldOwner,
): Promise<void> {
  const { orgId } = ctx.membership;
  const before = ownersOf(kind, await readRules(ctx.db, orgId, syncId))[field];
  await ctx.db
    .insert(wholesaleRules)
    .values({ orgId, syncId, kind, field, owner })
    .onConflictDoUpdate({
      target: [wholesaleRules.orgId, wholesaleRules.syncId, wholesaleRules.kind, wholesaleRules.field],
      set: { owner },
    });
  await ctx.audit({ entity: 'wholesale-rule', id: syncId, before: { field, owner: before }, after: { field, owner } });
  if (owner !== 'LAST_EDIT') await settleByRule(ctx, { syncId, kind, field }, owner);
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: 'many', orgIds: [orgId] });
}

const settling = (choice: Side) =>
  many<object>((ctx, subjects) =>
    eachOf(
      subjects.map((subject) => [subject.id, subject] as const),
      async ({ id }) => {
        await settle(ctx, await lockConflict(ctx, id), choice);
        return {};
      },
    ),
  );

/** Many conflicts at once. */
export const bulkConflicts = bulk(wholesaleDesk.bulk, {
  entity: 'wholesale-conflict',
  noun: { one: 'Conflict', many: 'conflicts' },
  from: { table: conflicts, id: conflicts.id, label: sql<string>`${conflicts.kind} || ' ' || ${conflicts.externalId}` },
  topic: 'integrations',
  matching: (asker, { syncId, filters }) =>
    matchingConflicts(asker, { companyId: undefined, filters: { ...filters, syncId } as typeof filters }),
  acts: { ours: settling('OURS'), theirs: settling('THEIRS') },
});
