import { and, asc, count, eq, sql } from 'drizzle-orm';
import { matcher } from '../../../domain/wholesale/match';
import type { wholesaleMatches as contract } from '../../../domain/wholesale/match-contract';
import { MatchState } from '../../../domain/wholesale/vocabulary';
import { contains } from '../../db/page';
import { wholesaleRecords } from '../../db/schema';
import type { Verb } from '../../implement';
import { recordsIn } from '../records';
import { companyOf } from '../syncs';
import { findSync } from './find-sync';
import { loadCandidates, loadCandidatesById, searchCandidates } from './own-candidates';

const MOST_OFFERED = 20;

/** What of theirs is there, undecided first, each with what of ours it may be. */
export const listMatches: Verb<typeof contract.list> = async (ctx, { params, query }) => {
  const { db } = ctx;
  const { kind, state, search, page, itemsPerPage } = query;
  const sync = await findSync(ctx, params.id);
  const company = await companyOf(db, sync);
  const where = and(
    recordsIn(sync, kind),
    state === undefined ? undefined : eq(wholesaleRecords.state, state),
    search ? contains([wholesaleRecords.name, wholesaleRecords.mark], search) : undefined,
  );
  const rows = await db
    .select()
    .from(wholesaleRecords)
    .where(where)
    .orderBy(
      sql`${wholesaleRecords.state} <> 'OPEN'`,
      sql`lower(${wholesaleRecords.name})`,
      asc(wholesaleRecords.externalId),
    )
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const [counted] = await db.select({ total: count() }).from(wholesaleRecords).where(where);
  const isAnyOpen = rows.some((row) => row.state === 'OPEN');
  const suggest = company && isAnyOpen ? matcher(kind, await loadCandidates(ctx, company, kind)) : () => [];
  const ids = rows.flatMap(({ ownId }) => ownId ?? []);
  const own = company ? await loadCandidatesById(ctx, company, kind, ids) : new Map<number, never>();
  return {
    results: rows.map((row) => ({
      externalId: row.externalId,
      name: row.name,
      mark: row.mark,
      state: MatchState.parse(row.state),
      own: row.ownId === null ? null : (own.get(row.ownId) ?? null),
      suggestions: row.state === 'OPEN' ? suggest(row) : [],
      problem: row.problem,
    })),
    resultCount: counted?.total ?? 0,
    page,
  };
};

/** What of ours a person may choose, by words of its name, SKU or license number. */
export const matchOptions: Verb<typeof contract.options> = async (ctx, { params, query }) => {
  const sync = await findSync(ctx, params.id);
  const company = await companyOf(ctx.db, sync);
  return company ? searchCandidates(ctx, company, query.kind, query.search, MOST_OFFERED) : [];
};
