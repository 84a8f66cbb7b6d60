import { and, eq } from 'drizzle-orm';
import { FieldOwner } from '../../../domain/wholesale/vocabulary';
import type { Db } from '../../db/client';
import { wholesaleRules } from '../../db/schema';

type Rule = { kind: string; field: string; owner: FieldOwner };

/** What a connection's people decided differently from the usual owners. */
export async function readRules(db: Db, orgId: number, syncId: number): Promise<Rule[]> {
  const rows = await db
    .select({ kind: wholesaleRules.kind, field: wholesaleRules.field, owner: wholesaleRules.owner })
    .from(wholesaleRules)
    .where(and(eq(wholesaleRules.orgId, orgId), eq(wholesaleRules.syncId, syncId)));
  return rows.map((row) => ({ ...row, owner: FieldOwner.parse(row.owner) }));
}
