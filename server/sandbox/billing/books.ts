import dayjs from 'dayjs';
import { eq, sql } from 'drizzle-orm';
import type { SubscriptionDuration, SubscriptionTier } from '../../../domain/billing/subscription';
import type { Db } from '../../db/client';
import { returnedRow } from '../../db/rows';
import { sandboxPages, sandboxSubscriptions } from '../../db/schema';
import { transact } from '../../db/transact';

const PAGE_MINUTES = 60;

export type SandboxPage = typeof sandboxPages.$inferSelect;
export type SandboxSubscription = typeof sandboxSubscriptions.$inferSelect;
export type Books = ReturnType<typeof billingBooks>;

type NewPage = Pick<SandboxPage, 'kind' | 'customerId' | 'customerName' | 'returnUrl' | 'cancelUrl'> &
  Partial<Pick<SandboxPage, 'tier' | 'duration' | 'idempotencyKey'>>;

const termEnd = (duration: SubscriptionDuration, from = new Date()): Date =>
  dayjs(from)
    .add(1, duration === 'YEARLY' ? 'year' : 'month')
    .toDate();

/** The sandbox billing service's data: pages, and each customer's subscription. */
export function billingBooks(db: Db) {
  /** A customer's current subscription, locked: renewed by time, or ended if not renewing. */
  async function current(tx: Db, customerId: string): Promise<SandboxSubscription | null> {
    const ofCustomer = eq(sandboxSubscriptions.customerId, customerId);
    const [kept] = await tx.select().from(sandboxSubscriptions).where(ofCustomer).for('update');
    if (!kept || kept.status === 'cancelled' || kept.currentTermEnd > new Date()) return kept ?? null;
    if (kept.status === 'non_renewing') return write(tx, kept, { status: 'cancelled' });
    let { currentTermEnd } = kept;
    while (currentTermEnd <= new Date()) currentTermEnd = termEnd(kept.duration, currentTermEnd);
    return write(tx, kept, { currentTermEnd });
  }

  async function write(tx: Db, { id }: SandboxSubscription, values: Partial<SandboxSubscription>) {
    const version = sql`${sandboxSubscriptions.version} + 1`;
    const [written] = await tx
      .update(sandboxSubscriptions)
      .set({ ...values, version })
      .where(eq(sandboxSubscriptions.id, id))
      .returning();
    return written ?? null;
  }

  async function subscribe(tx: Db, customerId: string, tier: SubscriptionTier, duration: SubscriptionDuration) {
    const values = { tier, duration, status: 'active' as const, currentTermEnd: termEnd(duration) };
    const kept = await current(tx, customerId);
    if (kept) await write(tx, kept, values);
    else await tx.insert(sandboxSubscriptions).values({ id: `sub-${crypto.randomUUID()}`, customerId, ...values });
  }

  const isOpen = ({ state, expiresAt }: SandboxPage) =>
    (state === 'created' || state === 'requested') && expiresAt > new Date();

  /** Works on an open page, locked; returns whether it was open. */
  function withOpen(id: string, work: (tx: Db, page: SandboxPage) => Promise<unknown>): Promise<boolean> {
    return transact(db, async (tx) => {
      const [page] = await tx.select().from(sandboxPages).where(eq(sandboxPages.id, id)).for('update');
      if (!page || !isOpen(page)) return false;
      await work(tx, page);
      return true;
    });
  }

  const move = (tx: Db, { id }: Pick<SandboxPage, 'id'>, state: SandboxPage['state']) =>
    tx.update(sandboxPages).set({ state }).where(eq(sandboxPages.id, id));

  return {
    isOpen,

    async createPage(page: NewPage): Promise<SandboxPage> {
      const expiresAt = dayjs().add(PAGE_MINUTES, 'minute').toDate();
      const values = { id: crypto.randomUUID(), expiresAt, ...page };
      const made = returnedRow(
        await db
          .insert(sandboxPages)
          .values(values)
          .onConflictDoUpdate({ target: sandboxPages.idempotencyKey, set: { customerId: page.customerId } })
          .returning(),
      );
      return made;
    },

    async findPage(id: string): Promise<SandboxPage | null> {
      const [page] = await db.select().from(sandboxPages).where(eq(sandboxPages.id, id));
      return page ?? null;
    },

    /** Someone opens the page. */
    opened: (id: string) => withOpen(id, (tx, page) => move(tx, page, 'requested')),

    left: (id: string) => withOpen(id, (tx, page) => move(tx, page, 'cancelled')),

    pay: (id: string) =>
      withOpen(id, async (tx, page) => {
        if (!page.tier || !page.duration) throw new Error('This page has no plan to sell');
        await subscribe(tx, page.customerId, page.tier, page.duration);
        await move(tx, page, 'succeeded');
      }),

    async acknowledge(id: string): Promise<SandboxPage | null> {
      const [page] = await db
        .update(sandboxPages)
        .set({
          state: sql`case when ${sandboxPages.state} = 'succeeded' then 'acknowledged' else ${sandboxPages.state} end`,
        })
        .where(eq(sandboxPages.id, id))
        .returning();
      return page ?? null;
    },

    subscription: (customerId: string) => transact(db, (tx) => current(tx, customerId)),

    /** Someone's action on a portal, for a subscription that hasn't ended. */
    change: (id: string, values: Partial<Pick<SandboxSubscription, 'tier' | 'duration' | 'status'>>) =>
      withOpen(id, async (tx, page) => {
        const kept = await current(tx, page.customerId);
        if (!kept || kept.status === 'cancelled') return;
        const isNewTerm = values.duration !== undefined && values.duration !== kept.duration;
        await write(tx, kept, {
          ...values,
          ...(isNewTerm ? { currentTermEnd: termEnd(values.duration ?? kept.duration) } : {}),
        });
      }),
  };
}
