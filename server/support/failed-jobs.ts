import { and, eq, not, or, type SQL } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { support } from '../../domain/support/contract';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { failedJobs, organizations } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { beginAgain, isChosen, isLetter, pageOfFailed, takeFailed, toUnsent } from '../mail/unsent-emails';
import { QUEUES } from '../queues';

/** What is support's: an organization's emails are its own admins'. */
const isOurs = or(eq(failedJobs.orgId, NO_ORGANIZATION), not(isLetter));

export const listFailedJobs: Verb<typeof support.failedJobs> = async ({ db }, { query }) => {
  const { rows, ...rest } = await pageOfFailed(db, isOurs, query);
  const named = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(isOneOf(organizations.id, [...new Set(rows.map(({ orgId }) => orgId))]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const results = rows.map((row) => ({ ...toUnsent(row), queue: row.queue, orgName: names.get(row.orgId) ?? null }));
  return { ...rest, results };
};

/** Those a queue is there for still, which an update may have ended. */
const canBegin = and(isOurs, isOneOf(failedJobs.queue, Object.keys(QUEUES)));

/**
 * Tries them once more, each once however often it is asked for. NOT_FOUND when none of them is there, CONFLICT when an
 * update ended what they did.
 */
export const tryAgain: Verb<typeof support.tryAgain> = async (ctx, { body: { selection } }) => {
  const among = (jobs: SQL | undefined) => ctx.db.$count(failedJobs, and(jobs, isChosen(selection)));
  if ((await among(canBegin)) === 0 && (await among(isOurs)) > 0)
    throw new DomainError('CONFLICT', 'Verdant no longer does this kind of job. Dismiss it.');
  const begun = await takeFailed(ctx.db, { among: canBegin, selection, noun: 'Job' });
  await beginAgain(ctx, begun);
  return tellLeft(ctx, begun, 'triedAgain');
};

/** Takes them off the list for good. NOT_FOUND when none of them is there. */
export const dismissJobs: Verb<typeof support.dismissJobs> = async (ctx, { body: { selection } }) =>
  tellLeft(ctx, await takeFailed(ctx.db, { among: isOurs, selection, noun: 'Job' }), 'dismissed');

type FailedJob = typeof failedJobs.$inferSelect;

async function tellLeft(ctx: Ctx, gone: readonly FailedJob[], became: 'triedAgain' | 'dismissed') {
  const jobs = gone.map(({ queue, orgId }) => ({ queue, orgId }));
  await ctx.audit({ orgId: NO_ORGANIZATION, id: null, before: { jobs }, after: { [became]: gone.length } });
  return { left: gone.length };
}
