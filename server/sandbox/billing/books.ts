import dayjs from 'dayjs';
import { and, eq, sql } from 'drizzle-orm';
import type { SubscriptionDuration, SubscriptionTier } from '../../../domain/billing/subscription';
import type { Db } from '../../db/client';
import { returnedRow } from '../../db/rows';
import { sandboxCustomers, sandboxPages, sandboxSubscriptions } from '../../db/schema';
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

/** The sandbox billing service's data: customers, pages, and each customer's subscription. */
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

    /** False when it exists. */
    async addCustomer(id: string, company: string): Promise<boolean> {
      const added = await db.insert(sandboxCustomers).values({ id, company }).onConflictDoNothing().returning();
      return added.length > 0;
    },

    /** False when it doesn't exist. */
    async renameCustomer(id: string, company: string): Promise<boolean> {
      const found = await db
        .update(sandboxCustomers)
        .set({ company })
        .where(eq(sandboxCustomers.id, id))
        .returning({ id: sandboxCustomers.id });
      return found.length > 0;
    },

    /** A customer's name; null for an unknown one. */
    async nameOf(id: string): Promise<string | null> {
      const [found] = await db.select().from(sandboxCustomers).where(eq(sandboxCustomers.id, id));
      return found?.company ?? null;
    },

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

    /** Null unless it was paid and not acknowledged yet. */
    async acknowledge(id: string): Promise<SandboxPage | null> {
      const [page] = await db
        .update(sandboxPages)
        .set({ state: 'acknowledged' })
        .where(and(eq(sandboxPages.id, id), eq(sandboxPages.state, 'succeeded')))
        .returning();
      return page ?? null;
    },

    subscription: (customerId: string) => transact(db, (tx) => current(tx, customerId)),

    async subscriptionById(id: string): Promise<SandboxSubscription | null> {
      const [found] = await db.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id));
      return found ? transact(db, (tx) => current(tx, found.customerId)) : null;
    },

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
