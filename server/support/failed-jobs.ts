import { eq, not, or } from 'drizzle-orm';
import type { support } from '../../domain/support/contract';
import { isOneOf } from '../db/page';
import { failedJobs, organizations } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { beginAgain, isLetter, pageOfFailed, toUnsent } from '../mail/unsent-emails';

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

/** Tries them once more, each once however often it is asked for. NOT_FOUND when none of them is there. */
export const tryAgain: Verb<typeof support.tryAgain> = async (ctx, { body: { selection } }) => {
  const begun = await beginAgain(ctx, isOurs, selection);
  const jobs = begun.map(({ queue, orgId }) => ({ queue, orgId }));
  await ctx.audit({ orgId: NO_ORGANIZATION, id: null, before: { jobs }, after: { triedAgain: begun.length } });
  return { sent: begun.length };
};
