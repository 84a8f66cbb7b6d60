import { and, eq, sql } from 'drizzle-orm';
import type { Fields } from '../../domain/wholesale/reconcile';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { orders, wholesaleConflicts, wholesaleRecords } from '../db/schema';
import { KeyRefused } from '../integrations/answers';
import { MoveRefused, WriteRefused } from '../integrations/wholesale/wholesale-marketplace';
import type { JobData } from '../queues';
import { sharedFields } from './orders/own-fields';
import { takeOrder } from './orders/take-order';
import { orderRecord, recordIs, storeRecords } from './records';
import { noteRefusedKey, noteSync } from './sync-status';
import { findActiveSync, openShop, type Sync } from './syncs';

/** Reads an order that they said has changed: what they said is a hint, what they answer is true. */
export async function readHinted(services: Services, { number, ...ids }: JobData<'wholesale-hint'>): Promise<void> {
  const sync = await findActiveSync(services.database.db, ids);
  if (!sync?.startedAt) return;
  await refreshOrder(services, sync, number, true);
}

/** Reads an order anew and takes it over. A key that is refused is said where the connection is shown. */
async function refreshOrder(services: Services, sync: Sync, number: string, sends: boolean): Promise<boolean> {
  const { db } = services.database;
  try {
    const order = await services.integrations.wholesale.order(openShop(services, sync), number);
    if (order === null) return false;
    await storeRecords(db, sync, 'ORDER', [orderRecord(order)]);
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    await noteRefusedKey(db, sync);
    return false;
  }
  await takeOrder(services, sync, number, sends);
  return true;
}

/**
 * Sends what we alone changed of an order, as it is now. It is read before, so that what they changed meanwhile is theirs, and
 * agreed on from their answer: our own change never comes back as one of theirs.
 */
export async function sendOrder(
  services: Services,
  { number, ...ids }: JobData<'send-wholesale-order'>,
): Promise<void> {
  const { db } = services.database;
  const sync = await findActiveSync(db, ids);
  if (!sync?.startedAt) return;
  await db
    .update(wholesaleRecords)
    .set({ dueAt: sql`statement_timestamp()` })
    .where(recordIs(sync, 'ORDER', number));
  if (!(await refreshOrder(services, sync, number, false))) return;
  if (sync.access !== 'WRITE') return;
  const [record] = await db
    .select()
    .from(wholesaleRecords)
    .where(recordIs(sync, 'ORDER', number));
  if (!record?.ownId) return;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, sync.orgId), eq(orders.id, record.ownId)));
  if (!order) return;
  const agreed = record.agreed as Fields;
  const ours = sharedFields(order);
  const open = await conflictsOf(db, sync, number);
  const isOurs = (field: string) => agreed[field] !== undefined && agreed[field] !== ours[field] && !open.has(field);
  const change = {
    ...(isOurs('internalNotes') && { internalNotes: String(ours.internalNotes) }),
    ...(isOurs('shipDate') && { shipDate: ours.shipDate as string | null }),
  };
  if (Object.keys(change).length === 0) return;
  try {
    const after = await services.integrations.wholesale.changeOrder(openShop(services, sync), number, change);
    await storeRecords(db, sync, 'ORDER', [orderRecord(after)]);
    await takeOrder(services, sync, number, false);
  } catch (error) {
    if (error instanceof KeyRefused) await noteRefusedKey(db, sync);
    else if (error instanceof WriteRefused)
      await noteSync(db, sync, {
        access: 'READ',
        problem: 'The key can’t change orders anymore. Connect one that can.',
      });
    else if (error instanceof MoveRefused)
      await db
        .update(wholesaleRecords)
        .set({ problem: `Your change wasn’t taken there: ${error.message}` })
        .where(recordIs(sync, 'ORDER', number));
    else throw error;
  }
}

/** The fields of an order that wait for a person to settle them. */
async function conflictsOf(db: Db, { orgId, id }: Sync, number: string): Promise<Set<string>> {
  const { kind, syncId, externalId, state, field } = wholesaleConflicts;
  const rows = await db
    .select({ field })
    .from(wholesaleConflicts)
    .where(
      and(
        eq(wholesaleConflicts.orgId, orgId),
        eq(syncId, id),
        eq(kind, 'ORDER'),
        eq(externalId, number),
        eq(state, 'OPEN'),
      ),
    );
  return new Set(rows.map((row) => row.field));
}
