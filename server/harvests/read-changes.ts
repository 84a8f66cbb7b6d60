import { and, desc, eq, sql } from 'drizzle-orm';
import { shortMoment } from '../../domain/dates';
import { harvests as calls } from '../../domain/harvests/contract';
import type { HarvestChange } from '../../domain/harvests/harvest';
import { reconciliation } from '../../domain/inventory/reconciliation/contract';
import { type AuditRecord, auditChanges } from '../../domain/organization/audit';
import type { Ctx } from '../context';
import { auditLog, users } from '../db/schema';

/** No harvest has more changes to show. */
const MOST = 1_000;

/** What a call does, as its declaration says. */
function actionOf(endpoint: string): string {
  const all = [...Object.values(calls), ...Object.values(reconciliation)];
  const call = all.find(({ method, path }) => `${method} ${path}` === endpoint);
  return call?.summary.split(';')[0] ?? endpoint;
}

/** Who changed what of a harvest, the latest first. */
export async function readChanges({ db, membership, timeZone }: Ctx, harvestId: number): Promise<HarvestChange[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.createdAt,
      endpoint: auditLog.endpoint,
      before: auditLog.before,
      after: auditLog.after,
      by: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .where(
      and(
        eq(auditLog.orgId, membership.orgId),
        eq(auditLog.entity, 'harvest'),
        eq(auditLog.entityId, String(harvestId)),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MOST);
  return rows.map(({ id, at, endpoint, before, after, by }) => ({
    id,
    at: at.toISOString(),
    by: by ?? 'Verdant',
    action: actionOf(endpoint),
    changes: auditChanges(
      { before: before as AuditRecord['before'], after: after as AuditRecord['after'], names: {} },
      (instant) => shortMoment(instant, timeZone),
    ).map(({ label, ...sides }) => ({ field: label, ...sides })),
  }));
}
