import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { assertCurrent, badInput, DomainError, notFound } from '../../../domain/errors';
import { personalEvent } from '../../../domain/live/events';
import { subjectOf } from '../../../domain/notifications/subjects';
import { type Mailing, MOST_MAILINGS } from '../../../domain/reports/mailing';
import type { reportMailings as contract } from '../../../domain/reports/mailing-contract';
import { nextTime } from '../../../domain/reports/schedule';
import type { Ctx } from '../../context';
import { holdAlone } from '../../db/hold';
import { isOneOf } from '../../db/page';
import { lockRow, returnedRow } from '../../db/rows';
import { orgUsers, reportMailingRecipients as recipients, reportMailings } from '../../db/schema';
import type { Verb } from '../../implement';
import { countEmail } from '../../mail/limits';
import { settledAs, takenBack } from '../../notices/notices';
import { findSeenCompany } from '../../organization/find-company';
import { findSavedSearch } from '../find-saved-searches';
import { describe, describeOne, type Reader, type MailingRow as Row, readRecipients } from './describe-mailings';
import { findMember, mailingCandidates } from './mailing-people';

/** The caller's own mailings, and those they get; not what someone no longer on the team left behind. */
export const listMailings: Verb<typeof contract.list> = async (ctx) => {
  const { orgId, orgUserId } = ctx.membership;
  const received = ctx.db
    .select({ id: recipients.mailingId })
    .from(recipients)
    .where(and(eq(recipients.orgId, orgId), eq(recipients.orgUserId, orgUserId), isNull(recipients.leftAt)));
  const rows = await ctx.db
    .select({ mailing: reportMailings, ownerStatus: orgUsers.status })
    .from(reportMailings)
    .innerJoin(orgUsers, eq(orgUsers.id, reportMailings.orgUserId))
    .where(
      and(
        eq(reportMailings.orgId, orgId),
        or(eq(reportMailings.orgUserId, orgUserId), inArray(reportMailings.id, received)),
      ),
    )
    .orderBy(asc(sql`lower(${reportMailings.name})`), asc(reportMailings.id));
  return describe(
    ctx,
    rows.flatMap(({ mailing, ownerStatus }) => (ownerStatus === 'ACTIVE' ? [mailing] : [])),
  );
};

/** Starts a mailing. CONFLICT above the limit; BAD_INPUT on `recipientIds` for people who can't see the report. */
export const createMailing: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { companyId, name, search, schedule, timeZone, recipientIds } = body;
  if (companyId !== undefined) await findSeenCompany(ctx, companyId);
  await assertRoom(ctx);
  await assertMayGet(ctx, recipientIds, []);
  return insert(ctx, { companyId: companyId ?? null, name, search, schedule, timeZone }, recipientIds);
};

/**
 * Mails the caller a saved search of orders. NOT_FOUND for one that is neither theirs nor shared with them; CONFLICT
 * above the limit, and for one they already get.
 */
export const subscribe: Verb<typeof contract.subscribe> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const { savedSearchId, name, schedule, timeZone } = body;
  const { search } = await findSavedSearch(ctx, savedSearchId);
  if (search === null) throw notFound('Saved search');
  await assertRoom(ctx);
  if ((await db.$count(reportMailings, and(ownOf(ctx), eq(reportMailings.savedSearchId, savedSearchId)))) > 0) {
    throw new DomainError('CONFLICT', 'You already get this saved search by email. Change it under Scheduled emails.');
  }
  const { companyId } = search;
  return insert(ctx, { companyId, name, savedSearchId, schedule, timeZone }, [membership.orgUserId]);
};

/**
 * Changes when and to whom. STALE, NOT_FOUND for someone else's; BAD_INPUT on `recipientIds` as when created, and for
 * anyone but its owner with a saved search.
 */
export const updateMailing: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await describeOne(ctx, row);
  const current = before.recipients.map(({ orgUserId }) => orgUserId);
  if (row.savedSearchId !== null && body.recipientIds.some((one) => one !== row.orgUserId)) {
    throw badInput({ recipientIds: 'A saved search is emailed to you alone' });
  }
  await assertMayGet(ctx, body.recipientIds, current, row.id);
  const { name, schedule, timeZone } = body;
  const nextAt = row.nextAt && nextTime(schedule, ctx.now, timeZone);
  await change(ctx, row, { name, schedule, timeZone, nextAt });
  await setRecipients(ctx, row.id, body.recipientIds);
  return saved(ctx, row.id, before);
};

/** CONFLICT resuming a saved search that is no longer there for the caller. */
export const pauseMailing: Verb<typeof contract.pause> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await describeOne(ctx, row);
  if (body.isPaused) {
    await change(ctx, row, { nextAt: null });
    return saved(ctx, row.id, before);
  }
  await assertStillThere(ctx, row);
  const nextAt = row.nextAt ?? nextTime(row.schedule, ctx.now, row.timeZone);
  await change(ctx, row, { nextAt, problem: null });
  await ctx.enqueue(settledAs({ orgId: row.orgId, subjects: [subjectOf.mailing(row.id, null)] }, 'Resumed'));
  return saved(ctx, row.id, before);
};

export const removeMailing: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const row = await lockOwn(ctx, params.id);
  const before = await describeOne(ctx, row);
  const told = [null, ...before.recipients.map(({ orgUserId }) => orgUserId)];
  const subjects = told.map((orgUserId) => subjectOf.mailing(row.id, orgUserId));
  await ctx.enqueue(takenBack({ orgId: row.orgId, subjects }));
  await ctx.db.delete(reportMailings).where(isMailing(ctx, row.id));
  await ctx.audit({ id: row.id, before });
  await publishMailings(ctx);
  return { ok: true };
};

/**
 * Emails the caller their own mailing once more; counts as an email sent at someone's request. CONFLICT for a saved
 * search that is no longer there for them.
 */
export const sendMailingNow: Verb<typeof contract.sendNow> = async (ctx, { params }) => {
  const row = await lockOwn(ctx, params.id);
  const { orgId, orgUserId } = ctx.membership;
  const me = await findMember(ctx.services.database, { orgId, orgUserId });
  if (!me) throw notFound('Mailed report');
  await assertStillThere(ctx, row);
  await countEmail(ctx, me.email);
  await ctx.enqueue({
    name: 'report-letter',
    data: { orgId, mailingId: row.id, orgUserId, dueAt: ctx.now.toISOString(), isAsked: true },
  });
  await ctx.audit({ id: row.id, after: { sentTo: orgUserId } });
  return { ok: true };
};

/** Stops a report for the caller alone. NOT_FOUND unless they get it; their own mailings they edit. */
export const leaveMailing: Verb<typeof contract.leave> = async (ctx, { params }) => {
  const { orgId, orgUserId } = ctx.membership;
  const [left] = await ctx.db
    .update(recipients)
    .set({ leftAt: ctx.now, problem: null })
    .where(
      and(
        eq(recipients.orgId, orgId),
        eq(recipients.mailingId, params.id),
        eq(recipients.orgUserId, orgUserId),
        isNull(recipients.leftAt),
      ),
    )
    .returning({ mailingId: recipients.mailingId });
  if (!left) throw notFound('Mailed report');
  await ctx.enqueue(takenBack({ orgId, subjects: [subjectOf.mailing(params.id, orgUserId)] }));
  await ctx.audit({ id: params.id, before: { gets: true }, after: { gets: false } });
  await publishMailings(ctx);
  return { ok: true };
};

const isMailing = ({ membership }: Reader, id: number) =>
  and(eq(reportMailings.orgId, membership.orgId), eq(reportMailings.id, id));

const ownOf = ({ membership }: Reader) =>
  and(eq(reportMailings.orgId, membership.orgId), eq(reportMailings.orgUserId, membership.orgUserId));

/** CONFLICT if the caller has as many as anyone may; nobody adds two at once. */
async function assertRoom(ctx: Ctx): Promise<void> {
  await holdAlone(ctx.db, { kind: 'mailings of member', id: ctx.membership.orgUserId });
  if ((await ctx.db.$count(reportMailings, ownOf(ctx))) < MOST_MAILINGS) return;
  throw new DomainError(
    'CONFLICT',
    `You can have up to ${MOST_MAILINGS} reports and saved searches emailed. Remove one to add another.`,
  );
}

async function assertStillThere(ctx: Ctx, { savedSearchId }: Row): Promise<void> {
  if (savedSearchId === null) return;
  const { why } = await findSavedSearch(ctx, savedSearchId);
  if (why !== null) throw new DomainError('CONFLICT', `This isn’t emailed anymore: ${why}.`);
}

type Subject = Pick<Row, 'companyId' | 'name' | 'schedule' | 'timeZone'> &
  Partial<Pick<Row, 'search' | 'savedSearchId'>>;

async function insert(ctx: Ctx, subject: Subject, recipientIds: readonly number[]): Promise<Mailing> {
  const { db, membership, now } = ctx;
  const { orgId, orgUserId } = membership;
  const nextAt = nextTime(subject.schedule, now, subject.timeZone);
  const row = returnedRow(
    await db
      .insert(reportMailings)
      .values({ orgId, orgUserId, ...subject, nextAt, createdAt: now, updatedAt: now })
      .returning(),
  );
  await setRecipients(ctx, row.id, recipientIds);
  return saved(ctx, row.id, undefined);
}

async function lockOwn(ctx: Ctx, id: number, version?: number): Promise<Row> {
  const row = await lockRow(ctx.db, reportMailings, and(ownOf(ctx), eq(reportMailings.id, id)), 'Mailed report');
  assertCurrent('This mailed report', row, version);
  return row;
}

async function change(ctx: Ctx, row: Row, changes: Partial<Row>): Promise<void> {
  await ctx.db
    .update(reportMailings)
    .set({ ...changes, updatedAt: ctx.now, version: row.version + 1 })
    .where(isMailing(ctx, row.id));
}

async function saved(ctx: Ctx, id: number, before: Mailing | undefined): Promise<Mailing> {
  const [row] = await ctx.db.select().from(reportMailings).where(isMailing(ctx, id));
  if (!row) throw new Error('The saved mailing was not found');
  const after = await describeOne(ctx, row);
  await ctx.audit({ id, before, after });
  await publishMailings(ctx);
  return after;
}

const publishMailings = ({ publish, person }: Ctx) => publish(personalEvent('mailings', person.userId));

/** Refuses people newly chosen who can't see order reports, or who asked to get this one no more. */
async function assertMayGet(ctx: Ctx, chosen: readonly number[], current: readonly number[], mailingId?: number) {
  const added = chosen.filter((id) => !current.includes(id));
  if (added.length === 0) return;
  const candidates = await mailingCandidates(ctx);
  const left = mailingId === undefined ? [] : await readRecipients(ctx, [mailingId]);
  for (const id of added) {
    const person = candidates.find(({ orgUserId }) => orgUserId === id);
    if (!person) throw badInput({ recipientIds: 'One of these people is no longer on the team' });
    if (person.whyNot !== null) {
      throw badInput({ recipientIds: `${person.displayName} can’t get this report: ${person.whyNot}` });
    }
    if (left.some(({ orgUserId, leftAt }) => orgUserId === id && leftAt !== null)) {
      throw badInput({ recipientIds: `${person.displayName} asked not to get this report anymore` });
    }
  }
}

/** Exactly these people get a mailing; those who left it stay known. */
async function setRecipients(ctx: Ctx, mailingId: number, chosen: readonly number[]): Promise<void> {
  const { orgId } = ctx.membership;
  const ids = [...new Set(chosen)];
  const removed = await ctx.db
    .delete(recipients)
    .where(
      and(
        eq(recipients.orgId, orgId),
        eq(recipients.mailingId, mailingId),
        isNull(recipients.leftAt),
        sql`not ${isOneOf(recipients.orgUserId, ids)}`,
      ),
    )
    .returning({ orgUserId: recipients.orgUserId });
  const subjects = removed.map(({ orgUserId }) => subjectOf.mailing(mailingId, orgUserId));
  if (subjects.length > 0) await ctx.enqueue(takenBack({ orgId, subjects }));
  await ctx.db
    .insert(recipients)
    .values(ids.map((orgUserId) => ({ orgId, mailingId, orgUserId })))
    .onConflictDoNothing();
}
