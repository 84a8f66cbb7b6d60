import { and, eq, sql } from 'drizzle-orm';
import type { Fields } from '../../../domain/wholesale/reconcile';
import type { Services } from '../../context';
import { products, wholesaleConflicts, wholesaleRecords } from '../../db/schema';
import { KeyRefused } from '../../integrations/answers';
import { MoveRefused, WriteRefused } from '../../integrations/wholesale/wholesale-marketplace';
import type { JobData } from '../../queues';
import { productRecord, recordIs, storeRecords } from '../records';
import { noteRefusedKey, noteSync } from '../sync-status';
import { findActiveSync, openShop } from '../syncs';
import { takeProduct } from './take-product';

/** Sends the name of a product that we alone changed, as it is now; read before, so that what they changed meanwhile is theirs. */
export async function sendProduct(
  services: Services,
  { id, ...ids }: JobData<'send-wholesale-product'>,
): Promise<void> {
  const { db } = services.database;
  const { wholesale } = services.integrations;
  const sync = await findActiveSync(db, ids);
  if (!sync?.startedAt) return;
  const at = openShop(services, sync);
  const ofRecord = recordIs(sync, 'PRODUCT', id);
  try {
    const theirs = await wholesale.product(at, id);
    if (theirs === null) return;
    await db.update(wholesaleRecords).set({ dueAt: sql`statement_timestamp()` }).where(ofRecord);
    await storeRecords(db, sync, 'PRODUCT', [productRecord(theirs)]);
    await takeProduct(services, sync, id);
    const [record] = await db.select().from(wholesaleRecords).where(ofRecord);
    if (!record?.ownId || sync.access !== 'WRITE') return;
    const [product] = await db
      .select({ name: products.name })
      .from(products)
      .where(and(eq(products.orgId, sync.orgId), eq(products.id, record.ownId)));
    const agreed = (record.agreed as Fields).name;
    const isOpen = await db.$count(
      wholesaleConflicts,
      and(
        eq(wholesaleConflicts.orgId, sync.orgId),
        eq(wholesaleConflicts.syncId, sync.id),
        eq(wholesaleConflicts.kind, 'PRODUCT'),
        eq(wholesaleConflicts.externalId, id),
        eq(wholesaleConflicts.field, 'name'),
        eq(wholesaleConflicts.state, 'OPEN'),
      ),
    );
    if (!product || isOpen > 0 || agreed === undefined || agreed === product.name) return;
    const after = await wholesale.changeProduct(at, id, { name: product.name });
    await storeRecords(db, sync, 'PRODUCT', [productRecord(after)]);
    await takeProduct(services, sync, id);
  } catch (error) {
    if (error instanceof KeyRefused) await noteRefusedKey(db, sync);
    else if (error instanceof WriteRefused)
      await noteSync(db, sync, {
        access: 'READ',
        problem: 'The key can’t change products anymore. Connect one that can.',
      });
    else if (error instanceof MoveRefused)
      await db
        .update(wholesaleRecords)
        .set({ problem: `Your change wasn’t taken there: ${error.message}` })
        .where(ofRecord);
    else throw error;
  }
}
