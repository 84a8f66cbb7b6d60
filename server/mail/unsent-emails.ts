import { and, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { UNSENT_MOST, type UnsentEmail, type UnsentSelection, type unsentEmails } from '../../domain/mail/contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { countOf, isOneOf } from '../db/page';
import { failedJobs } from '../db/schema';
import type { Verb } from '../implement';
import { type JobData, type JobRequest, QUEUES, type Queue, type QueueName } from '../queues';

const LETTERS = Object.entries(QUEUES).flatMap(([name, { letter }]: [string, Queue]) => (letter ? [name] : []));

/** Jobs that send an email. */
export const isLetter = isOneOf(failedJobs.queue, LETTERS);

const ofOrganization = (orgId: number) => and(eq(failedJobs.orgId, orgId), isLetter);

const ofQueue = (orgId: number, name: QueueName) => and(eq(failedJobs.orgId, orgId), eq(failedJobs.queue, name));

/** An organization's jobs of a queue that were given up, and can be begun again, with why. */
export async function givenUpOf<N extends QueueName>(
  db: Db,
  orgId: number,
  name: N,
): Promise<{ data: JobData<N>; reason: string }[]> {
  const rows = await db
    .select({ data: failedJobs.data, reason: failedJobs.reason })
    .from(failedJobs)
    .where(ofQueue(orgId, name));
  return rows.map(({ data, reason }) => ({ data: data as JobData<N>, reason }));
}

type FailedJob = typeof failedJobs.$inferSelect;
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
export const toUnsent = (row: FailedJob): UnsentEmail => ({
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
  const sent = await takeFailed(ctx.db, { among: ofOrganization(ctx.membership.orgId), selection, noun: 'Email' });
  await beginAgain(ctx, sent);
  return tellLeft(ctx, sent, 'sentAgain');
};

/** Takes them off the list for good. NOT_FOUND when none of them is there. */
export const dismiss: Verb<typeof unsentEmails.dismiss> = async (ctx, { body: { selection } }) => {
  const gone = await takeFailed(ctx.db, { among: ofOrganization(ctx.membership.orgId), selection, noun: 'Email' });
  return tellLeft(ctx, gone, 'dismissed');
};

async function tellLeft(ctx: Ctx, gone: readonly FailedJob[], became: 'sentAgain' | 'dismissed') {
  const emails = gone.map(({ recipient, subject }) => `${recipient ?? ''} ${subject ?? ''}`.trim());
  await ctx.audit({ id: null, before: { emails }, after: { [became]: gone.length } });
  await ctx.publish({ topic: 'unsent-emails', kind: 'changed', id: 'many', orgIds: [ctx.membership.orgId] });
  return { left: gone.length };
}

/** Jobs that a selection names. */
export function isChosen(selection: UnsentSelection): SQL | undefined {
  if ('ids' in selection) return isOneOf(failedJobs.id, selection.ids);
  return selection.except.length > 0 ? notInArray(failedJobs.id, selection.except) : undefined;
}

type Chosen = { among: SQL | undefined; selection: UnsentSelection; noun: string };

/** Forgets that jobs were given up, and returns them. NOT_FOUND, naming `noun`, when none of them is there. */
export async function takeFailed(db: Db, { among, selection, noun }: Chosen): Promise<FailedJob[]> {
  const free = await db
    .select({ id: failedJobs.id })
    .from(failedJobs)
    .where(and(among, isChosen(selection)))
    .orderBy(failedJobs.id)
    .limit(UNSENT_MOST)
    .for('update', { skipLocked: true });
  if (free.length === 0) throw notFound(noun);
  const ids = free.map(({ id }) => id);
  return db.delete(failedJobs).where(isOneOf(failedJobs.id, ids)).returning();
}

/** Enqueues jobs again that were given up. */
export async function beginAgain({ enqueue }: Pick<Ctx, 'enqueue'>, jobs: readonly FailedJob[]): Promise<void> {
  for (const { queue, data, id } of jobs) await enqueue({ name: queue, data, again: String(id) } as JobRequest);
}
