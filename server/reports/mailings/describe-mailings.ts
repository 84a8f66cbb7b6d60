import { and, eq } from 'drizzle-orm';
import { type Mailing, readMailedSearch } from '../../../domain/reports/mailing';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { orgUsers, reportMailingRecipients as recipients, type reportMailings, users } from '../../db/schema';
import { findSavedSearches } from '../find-saved-searches';
import { memberName } from './mailing-people';

export type MailingRow = typeof reportMailings.$inferSelect;
export type Reader = Pick<Ctx, 'db' | 'membership'>;

/** Whom mailings go to, by name, with those who left. */
export const readRecipients = ({ db, membership }: Reader, mailingIds: readonly number[]) =>
  db
    .select({
      mailingId: recipients.mailingId,
      orgUserId: recipients.orgUserId,
      displayName: memberName,
      sentAt: recipients.sentAt,
      problem: recipients.problem,
      leftAt: recipients.leftAt,
    })
    .from(recipients)
    .innerJoin(orgUsers, eq(orgUsers.id, recipients.orgUserId))
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(and(eq(recipients.orgId, membership.orgId), isOneOf(recipients.mailingId, mailingIds)))
    .orderBy(memberName, recipients.orgUserId);

export async function describeOne(reader: Reader, row: MailingRow): Promise<Mailing> {
  const [mailing] = await describe(reader, [row]);
  if (!mailing) throw new Error('The mailing was not described');
  return mailing;
}

/** Mailings as the caller sees them. */
export async function describe(reader: Reader, rows: readonly MailingRow[]): Promise<Mailing[]> {
  if (rows.length === 0) return [];
  const { db, membership } = reader;
  const everyone = await readRecipients(
    reader,
    rows.map(({ id }) => id),
  );
  const owners = await db
    .select({ orgUserId: orgUsers.id, displayName: memberName })
    .from(orgUsers)
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(
      and(
        eq(orgUsers.orgId, membership.orgId),
        isOneOf(
          orgUsers.id,
          rows.map(({ orgUserId }) => orgUserId),
        ),
      ),
    );
  const searchOf = await findSavedSearches(
    reader,
    rows.flatMap(({ savedSearchId }) => savedSearchId ?? []),
  );
  return rows.map((row) => {
    const { id, name, companyId, search, savedSearchId, schedule, timeZone, nextAt, version, orgUserId } = row;
    const found = savedSearchId === null ? null : searchOf(savedSearchId);
    const isOwn = orgUserId === membership.orgUserId;
    const theirs = everyone.filter(({ mailingId }) => mailingId === id);
    const mine = theirs.filter((one) => isOwn || one.orgUserId === membership.orgUserId);
    const sent = mine.flatMap(({ sentAt }) => sentAt?.toISOString() ?? []).sort();
    return {
      id,
      name,
      companyId,
      search: search && readMailedSearch(search),
      savedSearch: savedSearchId === null ? null : { id: savedSearchId, name: found?.search?.name ?? null },
      schedule,
      timeZone,
      owner: { orgUserId, displayName: owners.find((one) => one.orgUserId === orgUserId)?.displayName ?? '' },
      isOwn,
      recipients: theirs
        .filter(({ leftAt }) => leftAt === null)
        .map((one) => ({ orgUserId: one.orgUserId, displayName: one.displayName })),
      isStopped: found !== null && (found.why !== null || row.problem !== null),
      next: found?.why ? null : (nextAt?.toISOString() ?? null),
      lastSent: sent.at(-1) ?? null,
      problems: isOwn ? (found ? stopsOf(row, found.why, theirs) : problemsOf(row, theirs)) : [],
      version,
    };
  });
}

type Recipient = Awaited<ReturnType<typeof readRecipients>>[number];

function problemsOf({ problem }: MailingRow, theirs: readonly Recipient[]): string[] {
  const all = problem === null ? [] : [`Not sent: ${problem}.`];
  const each = theirs.flatMap(({ displayName, problem: why, leftAt }) => {
    if (leftAt !== null) return [`${displayName} stopped getting it.`];
    return why === null ? [] : [`Not sent to ${displayName}: ${why}.`];
  });
  return [...all, ...each];
}

/** Why a saved search is mailed no more, or wasn't the last time, to its only recipient. */
function stopsOf({ problem }: MailingRow, why: string | null, theirs: readonly Recipient[]): string[] {
  const stopped = why ?? problem;
  if (stopped !== null) return [`Stopped: ${stopped}.`];
  return theirs.flatMap((one) => (one.problem === null ? [] : [`Not sent: ${one.problem}.`]));
}
