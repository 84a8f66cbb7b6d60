import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { wholesaleSyncs } from '../db/schema';
import { transact } from '../db/transact';
import { publish } from '../live/publish';
import type { Sync } from './syncs';

type Of = Pick<Sync, 'orgId' | 'id'>;

/** Changes a connection that still has its key, and tells whoever looks at it. */
export async function noteSync(
  db: Db,
  { orgId, id }: Of,
  values: Partial<typeof wholesaleSyncs.$inferInsert>,
): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .update(wholesaleSyncs)
      .set({ ...values, updatedAt: sql`now()` })
      .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, id), isNotNull(wholesaleSyncs.sealedKey)));
    await publish(tx, { topic: 'integrations', kind: 'changed', id, orgIds: [orgId] });
  });
}

export const noteRefusedKey = (db: Db, of: Of): Promise<void> =>
  noteSync(db, of, { problem: 'The wholesale marketplace no longer accepts the key. Replace it.' });
