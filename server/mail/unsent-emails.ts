import { and, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { SEND_AGAIN_MOST, type UnsentEmail, type UnsentSelection, type unsentEmails } from '../../domain/mail/contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { countOf, isOneOf } from '../db/page';
import { failedJobs } from '../db/schema';
import type { Verb } from '../implement';
import { type JobRequest, QUEUES, type Queue } from '../queues';

const LETTERS = Object.entries(QUEUES).flatMap(([name, { letter }]: [string, Queue]) => (letter ? [name] : []));

/** Jobs that send an email. */
export const isLetter = isOneOf(failedJobs.queue, LETTERS);

const ofOrganization = (orgId: number) => and(eq(failedJobs.orgId, orgId), isLetter);

type Paging = { page: number; itemsPerPage: number };

/** A page of jobs that were given up, newest first. */
export async function pageOfFailed(db: Db, where: SQL | undefined, { page, itemsPerPage }: Paging) {
  const rows = await db
    .select()
    .from(failedJobs)
    .where(where)
    .orderBy(desc(failedJobs.id))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select ${countOf(sql`${failedJobs}`, where ?? sql`true`)} as count`,
  );
  return { rows, resultCount: counted[0]?.count ?? 0, page };
}

/** A job that was given up, as its email is listed. */
export const toUnsent = (row: typeof failedJobs.$inferSelect): UnsentEmail => ({
  id: row.id,
  recipient: row.recipient,
  subject: row.subject ?? row.queue,
  reason: row.reason,
  tries: row.tries,
  failedAt: row.failedAt.toISOString(),
});

export const listUnsentEmails: Verb<typeof unsentEmails.list> = async ({ db, membership }, { query }) => {
  const { rows, ...rest } = await pageOfFailed(db, ofOrganization(membership.orgId), query);
  return { ...rest, results: rows.map(toUnsent) };
};

/** Sends them once more, each once however often it is asked for. NOT_FOUND when none of them is there. */
export const sendAgain: Verb<typeof unsentEmails.sendAgain> = async (ctx, { body: { selection } }) => {
  const { orgId } = ctx.membership;
  const sent = await beginAgain(ctx, ofOrganization(orgId), selection);
  await ctx.audit({ id: null, before: { emails: sent.map(toLine) }, after: { sentAgain: sent.length } });
  for (const { id } of sent) await ctx.publish({ topic: 'organization', kind: 'removed', id, orgIds: [orgId] });
  return { sent: sent.length };
};

const toLine = ({ recipient, subject }: typeof failedJobs.$inferSelect) => `${recipient ?? ''} ${subject ?? ''}`.trim();

/** Enqueues jobs again that were given up, and forgets that they were. NOT_FOUND when none of them is there. */
export async function beginAgain(
  { db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>,
  where: SQL | undefined,
  selection: UnsentSelection,
): Promise<(typeof failedJobs.$inferSelect)[]> {
  const chosen =
    'ids' in selection
      ? isOneOf(failedJobs.id, selection.ids)
      : selection.except.length > 0
        ? notInArray(failedJobs.id, selection.except)
        : undefined;
  const free = await db
    .select({ id: failedJobs.id })
    .from(failedJobs)
    .where(and(where, chosen))
    .orderBy(failedJobs.id)
    .limit(SEND_AGAIN_MOST)
    .for('update', { skipLocked: true });
  if (free.length === 0) throw notFound('Email');
  const ids = free.map(({ id }) => id);
  const begun = await db.delete(failedJobs).where(isOneOf(failedJobs.id, ids)).returning();
  for (const { queue, data, id } of begun) {
    await enqueue({ name: queue, data, again: String(id) } as JobRequest);
  }
  return begun;
}
