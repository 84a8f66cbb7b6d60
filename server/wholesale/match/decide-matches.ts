import { and, eq, inArray, sql } from 'drizzle-orm';
import { badInput, DomainError, type FieldErrors } from '../../../domain/errors';
import { matcher } from '../../../domain/wholesale/match';
import type { wholesaleMatches as contract, MatchedKind } from '../../../domain/wholesale/match-contract';
import type { MatchState } from '../../../domain/wholesale/vocabulary';
import type { Ctx } from '../../context';
import { wholesaleRecords } from '../../db/schema';
import type { Verb } from '../../implement';
import { recordIs, recordsIn, retryOrders } from '../records';
import { companyOf, type Sync, type SyncCompany } from '../syncs';
import { lockSync } from './find-sync';
import { loadCandidates, loadCandidatesById } from './own-candidates';

type Decision = { externalId: string; state: MatchState; ownId: number | null };

/**
 * Keeps what a person decided of theirs: which of ours each is, that one is to be made, or left out. BAD_INPUT by row for what
 * isn't the company's, and for one of ours that another of theirs is already.
 */
export const decideMatches: Verb<typeof contract.decide> = async (ctx, { params, body }) => {
  const { sync, company } = await lockDesk(ctx, params.id);
  await assertPossible(ctx, { sync, company }, body.kind, body.decisions);
  await decide(ctx, sync, body.kind, body.decisions);
  return { ok: true };
};

/** Matches everything of a kind that SKU or license number tell for certain; of two of theirs that are one of ours, neither. */
export const acceptCertain: Verb<typeof contract.acceptCertain> = async (ctx, { params, body: { kind } }) => {
  const { sync, company } = await lockDesk(ctx, params.id);
  const all = await ctx.db.select().from(wholesaleRecords).where(recordsIn(sync, kind));
  const taken = new Set(all.flatMap(({ ownId }) => ownId ?? []));
  const suggest = matcher(kind, await loadCandidates(ctx, company, kind));
  const certain = all
    .filter(({ state }) => state === 'OPEN')
    .flatMap(({ externalId, name, mark }) => {
      const [first] = suggest({ name, mark });
      return first?.isCertain && !taken.has(first.id)
        ? [{ externalId, ownId: first.id, state: 'MATCHED' as const }]
        : [];
    });
  const times = Map.groupBy(certain, ({ ownId }) => ownId);
  const decisions = certain.filter(({ ownId }) => times.get(ownId)?.length === 1);
  await decide(ctx, sync, kind, decisions);
  return { accepted: decisions.length };
};

async function lockDesk(ctx: Ctx, id: number): Promise<{ sync: Sync; company: SyncCompany }> {
  const sync = await lockSync(ctx, id);
  const company = await companyOf(ctx.db, sync);
  if (!company) throw new DomainError('CONFLICT', 'Choose in the settings whose orders and products these are.');
  return { sync, company };
}

async function assertPossible(
  ctx: Ctx,
  { sync, company }: { sync: Sync; company: SyncCompany },
  kind: MatchedKind,
  decisions: readonly Decision[],
): Promise<void> {
  const errors: FieldErrors = {};
  const known = await ctx.db
    .select({ externalId: wholesaleRecords.externalId, ownId: wholesaleRecords.ownId })
    .from(wholesaleRecords)
    .where(recordsIn(sync, kind));
  const there = new Set(known.map(({ externalId }) => externalId));
  const decided = new Set(decisions.map(({ externalId }) => externalId));
  const taken = new Set(known.flatMap(({ externalId, ownId }) => (decided.has(externalId) ? [] : (ownId ?? []))));
  const own = await loadCandidatesById(
    ctx,
    company,
    kind,
    decisions.flatMap(({ ownId }) => ownId ?? []),
  );
  for (const [place, { externalId, ownId }] of decisions.entries()) {
    const field = `decisions.${place}.${ownId === null ? 'externalId' : 'ownId'}`;
    if (!there.has(externalId)) errors[field] = 'It is no longer in the wholesale marketplace';
    else if (ownId === null) continue;
    else if (!own.has(ownId)) errors[field] = `Choose one of ${company.name}’s`;
    else if (taken.has(ownId)) errors[field] = `${own.get(ownId)?.name} is matched with another one there`;
    if (ownId !== null) taken.add(ownId);
  }
  if (Object.keys(errors).length > 0) throw badInput(errors);
}

async function decide(ctx: Ctx, sync: Sync, kind: MatchedKind, decisions: readonly Decision[]): Promise<void> {
  const { db } = ctx;
  const before = await db
    .select({
      externalId: wholesaleRecords.externalId,
      name: wholesaleRecords.name,
      state: wholesaleRecords.state,
      ownId: wholesaleRecords.ownId,
    })
    .from(wholesaleRecords)
    .where(
      and(recordsIn(sync, kind), inArray(wholesaleRecords.externalId, ['', ...decisions.map((one) => one.externalId)])),
    );
  // Two that swap what they are don't meet.
  if (before.length > 0)
    await db
      .update(wholesaleRecords)
      .set({ ownId: null })
      .where(
        and(
          recordsIn(sync, kind),
          inArray(
            wholesaleRecords.externalId,
            before.map((one) => one.externalId),
          ),
        ),
      );
  for (const { externalId, state, ownId } of decisions)
    await db
      .update(wholesaleRecords)
      .set({
        state,
        ownId,
        agreed: {},
        problem: null,
        dueAt: sql`statement_timestamp()`,
        ...(kind === 'PRODUCT' && { stockDueAt: sql`statement_timestamp()` }),
        updatedAt: ctx.now,
      })
      .where(recordIs(sync, kind, externalId));
  if (sync.startedAt !== null) {
    await retryOrders(db, sync);
    await leaveIn(ctx, sync, kind, decisions);
    await ctx.enqueue({ name: 'read-wholesale', data: { orgId: sync.orgId, syncId: sync.id } });
  }
  const names = new Map(before.map(({ externalId, name }) => [externalId, name]));
  const said = (rows: readonly Pick<Decision, 'externalId' | 'state'>[]) =>
    rows.map(({ externalId, state }) => ({ name: names.get(externalId) ?? externalId, state }));
  await ctx.audit({
    id: sync.id,
    before: { kind, matches: said(before as readonly Decision[]) },
    after: { kind, matches: said(decisions) },
  });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [sync.orgId] });
}

/** Orders of customers that were left out and no longer are come in after all. */
async function leaveIn({ db }: Ctx, sync: Sync, kind: MatchedKind, decisions: readonly Decision[]): Promise<void> {
  const back = decisions.filter(({ state }) => state !== 'IGNORED').map(({ externalId }) => externalId);
  if (kind !== 'CUSTOMER' || back.length === 0) return;
  const isTheirs = sql`${wholesaleRecords.theirs} -> 'customer' ->> 'id' = any (${sql.param(back)}::text[])`;
  await db
    .update(wholesaleRecords)
    .set({ state: 'OPEN', dueAt: sql`statement_timestamp()` })
    .where(and(recordsIn(sync, 'ORDER'), eq(wholesaleRecords.state, 'IGNORED'), isTheirs));
}
