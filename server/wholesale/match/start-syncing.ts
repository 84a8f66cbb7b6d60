import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { markKey, matcher } from '../../../domain/wholesale/match';
import type { wholesaleMatches as contract, MatchDryRun, MatchedKind } from '../../../domain/wholesale/match-contract';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { wholesaleRecords, wholesaleSyncs } from '../../db/schema';
import type { Verb } from '../../implement';
import { recordsIn } from '../records';
import { companyOf, type Sync, type SyncCompany } from '../syncs';
import { findSync, lockSync, shownSync } from './find-sync';
import { loadCandidates } from './own-candidates';

/** What starting would do by what was decided so far, in counts; nothing is written. */
export const dryRun: Verb<typeof contract.dryRun> = async (ctx, { params }) =>
  countAll(ctx, await findSync(ctx, params.id));

/** Has orders come in from now on. CONFLICT while its shop wasn't read, or nobody said whose orders these are. */
export const startSyncing: Verb<typeof contract.start> = async (ctx, { params }) => {
  const sync = await lockSync(ctx, params.id);
  if (sync.startedAt !== null) return shownSync(ctx, sync.id);
  const company = await companyOf(ctx.db, sync);
  const whyNot = whyNotStarted(sync, company);
  if (whyNot !== null) throw new DomainError('CONFLICT', whyNot);
  await ctx.db
    .update(wholesaleSyncs)
    .set({ startedAt: ctx.now, companyId: company?.id ?? null, updatedAt: ctx.now })
    .where(and(eq(wholesaleSyncs.orgId, sync.orgId), eq(wholesaleSyncs.id, sync.id)));
  await ctx.db
    .update(wholesaleRecords)
    .set({ dueAt: sql`statement_timestamp()` })
    .where(and(eq(wholesaleRecords.orgId, sync.orgId), eq(wholesaleRecords.syncId, sync.id)));
  await ctx.enqueue({ name: 'read-wholesale', data: { orgId: sync.orgId, syncId: sync.id } });
  await ctx.audit({ id: sync.id, before: { started: false }, after: { started: true } });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [sync.orgId] });
  return shownSync(ctx, sync.id);
};

function whyNotStarted(sync: Sync, company: SyncCompany | undefined): string | null {
  if (sync.sealedKey === null) return 'Connect this state first.';
  if (!company) return 'Choose in the settings whose orders and products these are.';
  return sync.sweptAt === null ? 'It is still being read. Wait until that is done.' : null;
}

async function countAll({ db }: Pick<Ctx, 'db'>, sync: Sync): Promise<MatchDryRun> {
  const company = await companyOf(db, sync);
  const [goods, buyers] = [
    await countKind(db, sync, company, 'PRODUCT'),
    await countKind(db, sync, company, 'CUSTOMER'),
  ];
  const there = recordsIn(sync, 'ORDER');
  const known = [...goods.matched];
  const skus = [...goods.skus];
  const { rows } = await db.execute<{ made: number; known: number; ignored: number; lines: number; held: number }>(sql`
    with placed as (
      select ${wholesaleRecords.externalId} as number, ${wholesaleRecords.theirs} as theirs,
             exists (select from orders own where own.org_id = ${sync.orgId} and own.company_id = ${company?.id ?? 0}
                        and own.external_id = ${wholesaleRecords.externalId}) as is_known,
             ${wholesaleRecords.theirs} -> 'customer' ->> 'id' = any (${sql.param([...buyers.ignored])}::text[]) as is_left
        from ${wholesaleRecords} where ${there} and ${wholesaleRecords.theirs} ->> 'status' <> 'Draft'),
    lines as (
      select placed.number from placed, jsonb_array_elements(placed.theirs -> 'lines') line
       where not is_known and is_left is not true
         and not (line ->> 'productId' = any (${sql.param(known)}::text[]))
         and not (lower(regexp_replace(line ->> 'sku', '\\s', '', 'g')) = any (${sql.param(skus)}::text[])))
    select (select count(*) from placed where not is_known and is_left is not true)::int as made,
           (select count(*) from placed where is_known)::int as known,
           (select count(*) from placed where not is_known and is_left)::int as ignored,
           (select count(*) from lines)::int as lines,
           (select count(distinct number) from lines)::int as held`);
  const [sums] = rows;
  return {
    products: goods.counts,
    customers: buyers.counts,
    sameNames: buyers.sameNames,
    orders: { made: sums?.made ?? 0, known: sums?.known ?? 0, ignored: sums?.ignored ?? 0 },
    unmatchedLines: sums?.lines ?? 0,
    heldOrders: sums?.held ?? 0,
    whyNot: whyNotStarted(sync, company),
    read: sync.sweptAt?.toISOString() ?? null,
  };
}

/** What becomes of theirs of a kind: an undecided customer is matched by license or made, an undecided product by SKU alone. */
async function countKind(db: Db, sync: Sync, company: SyncCompany | undefined, kind: MatchedKind) {
  const rows = await db
    .select({
      externalId: wholesaleRecords.externalId,
      name: wholesaleRecords.name,
      mark: wholesaleRecords.mark,
      state: wholesaleRecords.state,
    })
    .from(wholesaleRecords)
    .where(recordsIn(sync, kind));
  const suggest = matcher(kind, company ? await loadCandidates({ db, membership: null }, company, kind) : []);
  const counts = { matched: 0, made: 0, ignored: 0, open: 0 };
  let sameNames = 0;
  const [matched, skus, ignored] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { externalId, name, mark, state } of rows) {
    const suggested = state === 'OPEN' ? suggest({ name, mark })[0] : undefined;
    const isCertain = suggested?.isCertain === true;
    if (suggested && !isCertain) sameNames += 1;
    if (state === 'IGNORED') ignored.add(externalId);
    else if (state !== 'OPEN' || isCertain) {
      matched.add(externalId);
      if (mark !== null && state !== 'NEW') skus.add(markKey(mark));
    }
    if (state === 'IGNORED') counts.ignored += 1;
    else if (state === 'NEW' || (kind === 'CUSTOMER' && state === 'OPEN' && !isCertain)) counts.made += 1;
    else if (state === 'MATCHED' || isCertain) counts.matched += 1;
    else counts.open += 1;
  }
  return { counts, matched, skus, ignored, sameNames };
}
