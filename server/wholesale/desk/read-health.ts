import { and, desc, eq, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { SyncHealth, wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { fieldLabel } from '../../../domain/wholesale/owners';
import type { WholesaleKind } from '../../../domain/wholesale/vocabulary';
import type { Db } from '../../db/client';
import { wholesaleHealings, wholesaleRecords } from '../../db/schema';
import type { Verb } from '../../implement';
import { findSync } from '../shop';

const MOST_SHOWN = 25;

type Lags = { kind: string; p50: number | null; p95: number | null; seen: number };

/** How a connection does. NOT_FOUND. */
export const readHealth: Verb<typeof wholesaleDesk.health> = async ({ db, membership }, { params }) => {
  const { orgId } = membership;
  const sync = await findSync(db, orgId, params.id);
  if (sync === undefined) throw notFound('Connection');
  const lags = await lagsOfDay(db, orgId, sync.id);
  const ofSync = and(eq(wholesaleRecords.orgId, orgId), eq(wholesaleRecords.syncId, sync.id));
  const { rows: counted } = await db.execute<{
    offered: number;
    waiting: number;
    drifting: number;
    conflicts: number;
  }>(sql`
    select count(*) filter (where record.published is not null)::int as offered,
           count(*) filter (where record.stock_due_at is not null or record.is_unsure)::int as waiting,
           count(*) filter (where not record.is_unsure and record.shown is not null)::int as drifting,
           (select count(*)::int from wholesale_conflicts conflict
             where conflict.org_id = ${orgId} and conflict.sync_id = ${sync.id} and conflict.state = 'OPEN') as conflicts
      from wholesale_records record
     where record.org_id = ${orgId} and record.sync_id = ${sync.id} and record.kind = 'PRODUCT' and record.state = 'MATCHED'`);
  const problems = await db
    .select({ kind: wholesaleRecords.kind, name: wholesaleRecords.name, problem: wholesaleRecords.problem })
    .from(wholesaleRecords)
    .where(and(ofSync, sql`${wholesaleRecords.problem} is not null`))
    .orderBy(wholesaleRecords.kind, wholesaleRecords.name)
    .limit(MOST_SHOWN);
  const healings = await db
    .select({ healing: wholesaleHealings, name: wholesaleRecords.name })
    .from(wholesaleHealings)
    .leftJoin(
      wholesaleRecords,
      and(
        eq(wholesaleRecords.orgId, orgId),
        eq(wholesaleRecords.syncId, wholesaleHealings.syncId),
        eq(wholesaleRecords.kind, wholesaleHealings.kind),
        eq(wholesaleRecords.externalId, wholesaleHealings.externalId),
      ),
    )
    .where(and(eq(wholesaleHealings.orgId, orgId), eq(wholesaleHealings.syncId, sync.id)))
    .orderBy(desc(wholesaleHealings.id))
    .limit(MOST_SHOWN);
  const { offered = 0, waiting = 0, drifting = 0, conflicts = 0 } = counted[0] ?? {};
  return {
    id: sync.id,
    stateAbbv: sync.usState,
    isActive: sync.sealedKey !== null,
    isStarted: sync.startedAt !== null,
    mayWrite: sync.sealedKey !== null && sync.access === 'WRITE',
    problem: sync.problem,
    swept: sync.sweptAt?.toISOString() ?? null,
    heard: sync.hookHeardAt?.toISOString() ?? null,
    compared: sync.stockComparedAt?.toISOString() ?? null,
    orderLag: lagOf(lags, 'ORDER'),
    stockLag: lagOf(lags, 'STOCK'),
    offered,
    waiting,
    drifting,
    conflicts,
    problems: problems.map(({ kind, name, problem }) => ({
      kind: kind as WholesaleKind,
      name,
      problem: problem ?? '',
    })),
    healings: healings.map(({ healing, name }) => ({
      id: healing.id,
      name: name ?? healing.externalId,
      field: fieldLabel(healing.kind as WholesaleKind, healing.field),
      reason: healing.reason,
      at: healing.createdAt.toISOString(),
    })),
  };
};

async function lagsOfDay(db: Db, orgId: number, syncId: number): Promise<Lags[]> {
  const { rows } = await db.execute<Lags>(sql`
    select lag.kind, percentile_disc(0.5) within group (order by lag.lag_ms)::float8 as p50,
           percentile_disc(0.95) within group (order by lag.lag_ms)::float8 as p95, count(*)::int as seen
      from wholesale_lags lag
     where lag.org_id = ${orgId} and lag.sync_id = ${syncId} and lag.at > now() - interval '24 hours'
     group by lag.kind`);
  return rows;
}

function lagOf(lags: readonly Lags[], kind: string): SyncHealth['orderLag'] {
  const found = lags.find((one) => one.kind === kind);
  return { p50Ms: found?.p50 ?? null, p95Ms: found?.p95 ?? null, seen: found?.seen ?? 0 };
}
