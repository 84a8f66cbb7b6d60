import { and, asc, eq } from 'drizzle-orm';
import { type OwnFault, sendAgain } from '../../../domain/accounting/push/followed';
import type { Ctx } from '../../context';
import { accountingDocuments as documents } from '../../db/schema';
import { followedOf, saveDocument } from './documents';
import { tellPushed } from './tell';

/** Documents sent again at once; the rest waits for a person. */
const MOST_RESENT = 2_000;

/** Sends again what wasn't sent for want of a match, now that there are more; what still lacks one stops once more. */
export async function resendMatched(
  { db, enqueue, membership: { orgId } }: Ctx,
  connectionId: number,
  fault: OwnFault,
): Promise<void> {
  const rows = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.connectionId, connectionId),
        eq(documents.state, 'FAILED'),
        eq(documents.fault, fault),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(MOST_RESENT)
    .for('no key update');
  for (const row of rows) {
    await saveDocument(db, row, sendAgain(followedOf(row)), 0);
    await tellPushed(db, row);
  }
  if (rows.length > 0) await enqueue({ name: 'push-books', data: { orgId, connectionId } });
}
