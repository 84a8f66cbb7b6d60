import { and, eq, sql } from 'drizzle-orm';
import type { Difference } from '../../../domain/wholesale/reconcile';
import type { WholesaleKind } from '../../../domain/wholesale/vocabulary';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { wholesaleConflicts as conflicts } from '../../db/schema';

/** One of theirs and its counterpart here. */
type Pair = { orgId: number; syncId: number; kind: WholesaleKind; externalId: string; ownId: number };

/**
 * Keeps the open conflicts of a pair as it was just compared: new ones are added, those with other values by now are
 * brought up to date, and those both sides have ended are gone.
 */
export async function recordConflicts(db: Db, pair: Pair, found: readonly Difference[]): Promise<void> {
  const { orgId, syncId, kind, externalId } = pair;
  const open = and(
    eq(conflicts.orgId, orgId),
    eq(conflicts.syncId, syncId),
    eq(conflicts.kind, kind),
    eq(conflicts.externalId, externalId),
    eq(conflicts.state, 'OPEN'),
  );
  const fields = found.map(({ field }) => field);
  await db
    .delete(conflicts)
    .where(and(open, fields.length > 0 ? sql`not ${isOneOf(conflicts.field, fields)}` : undefined));
  if (found.length === 0) return;
  await db
    .insert(conflicts)
    .values(found.map((one) => ({ ...pair, ...one })))
    .onConflictDoUpdate({
      target: [conflicts.orgId, conflicts.syncId, conflicts.kind, conflicts.externalId, conflicts.field],
      targetWhere: sql`state = 'OPEN'`,
      set: { ours: sql`excluded.ours`, agreed: sql`excluded.agreed`, theirs: sql`excluded.theirs` },
    });
}
