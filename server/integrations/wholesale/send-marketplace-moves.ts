import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { MARKETPLACE_ACTIONS } from '../../../domain/integrations/marketplace';
import { OrderStatusSchema } from '../../../domain/orders/status';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { marketplaceMoves, wholesaleSyncs } from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import { KeyRefused } from '../answers';
import { places } from '../credential-encryption';
import { MoveRefused, WriteRefused } from './wholesale-marketplace';

/** Longer than sending one change can take. */
const HELD = sql`now() + interval '2 minutes'`;

type OrderKey = { orgId: number; orderId: number };
type Move = typeof marketplaceMoves.$inferSelect;
type Sync = typeof wholesaleSyncs.$inferSelect;
/** The result of sending a change, and what it says about the connection. */
type Outcome = {
  state: 'PENDING' | 'SENT' | 'REFUSED' | 'DROPPED';
  problem?: string;
  sync?: { access?: 'READ'; problem: string };
};

/**
 * Sends an order's status changes to the wholesale marketplace, in sequence. Never blocks the order: a change that
 * can't be sent now stays PENDING with the reason, one rejected for good is REFUSED with the reason. Raises when the
 * job should run again soon.
 */
export async function sendMarketplaceMoves(tools: Services, order: OrderKey): Promise<void> {
  const { db } = tools.database;
  for (let move = await claimNextMove(db, order); move; move = await claimNextMove(db, order)) {
    const sync = await activeSync(db, move);
    const outcome: Outcome = sync ? await sendMove(tools, move, sync) : { state: 'DROPPED' };
    await saveOutcome(db, move, outcome);
    // Retrying won't help until a better key is connected, which resumes from here.
    if (outcome.state === 'PENDING') return;
  }
}

/** An order's first unsent change, locked against other processes; undefined if none. */
async function claimNextMove(db: Db, { orgId, orderId }: OrderKey): Promise<Move | undefined> {
  const open = and(
    eq(marketplaceMoves.orgId, orgId),
    eq(marketplaceMoves.orderId, orderId),
    eq(marketplaceMoves.state, 'PENDING'),
  );
  const [first] = await db
    .select({ id: marketplaceMoves.id })
    .from(marketplaceMoves)
    .where(open)
    .orderBy(asc(marketplaceMoves.id))
    .limit(1);
  if (first === undefined) return undefined;
  const free = or(isNull(marketplaceMoves.heldUntil), lt(marketplaceMoves.heldUntil, sql`now()`));
  const [held] = await db
    .update(marketplaceMoves)
    .set({ heldUntil: HELD, attempts: sql`${marketplaceMoves.attempts} + 1` })
    .where(and(open, eq(marketplaceMoves.id, first.id), free))
    .returning();
  if (held === undefined) throw new Error('another process is sending this order');
  return held;
}

async function activeSync(db: Db, { orgId, usState }: Move): Promise<Sync | undefined> {
  const [sync] = await db
    .select()
    .from(wholesaleSyncs)
    .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.usState, usState)));
  return sync?.sealedKey ? sync : undefined;
}

async function sendMove({ database, integrations }: Services, move: Move, sync: Sync): Promise<Outcome> {
  const action = MARKETPLACE_ACTIONS.find((one) => one === move.action);
  if (action === undefined) return { state: 'REFUSED', problem: 'It doesn’t support this change' };
  try {
    const key = integrations.vault.open(sync.sealedKey ?? '', places.wholesale(sync.orgId, sync.usState));
    await integrations.wholesale.move(key, move.externalId, { action, leaves: OrderStatusSchema.parse(move.leaves) });
    return { state: 'SENT' };
  } catch (error) {
    if (error instanceof MoveRefused) return { state: 'REFUSED', problem: error.message };
    if (error instanceof WriteRefused) {
      const problem = 'The key can’t change orders anymore. Connect one that can.';
      return { state: 'PENDING', problem, sync: { access: 'READ', problem } };
    }
    if (error instanceof KeyRefused) {
      const problem = 'The wholesale marketplace no longer accepts the key. Replace it.';
      return { state: 'PENDING', problem, sync: { problem } };
    }
    if (error instanceof DomainError)
      await saveOutcome(database.db, move, { state: 'PENDING', problem: 'It isn’t responding.' });
    throw error;
  }
}

async function saveOutcome(db: Db, move: Move, { state, problem = undefined, sync }: Outcome): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .update(marketplaceMoves)
      .set({ state, problem: problem ?? null, heldUntil: null, updatedAt: sql`now()` })
      .where(
        and(
          eq(marketplaceMoves.orgId, move.orgId),
          eq(marketplaceMoves.id, move.id),
          eq(marketplaceMoves.state, 'PENDING'),
        ),
      );
    if (sync) {
      await tx
        .update(wholesaleSyncs)
        .set({ ...sync, updatedAt: sql`now()` })
        .where(and(eq(wholesaleSyncs.orgId, move.orgId), eq(wholesaleSyncs.usState, move.usState)));
    }
    await publish(tx, { topic: 'integrations', kind: 'changed', id: move.orderId, orgIds: [move.orgId] });
  });
}
