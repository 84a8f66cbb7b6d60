import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { badInput, DomainError, notFound, stale } from '../../domain/errors';
import { type Mailing, MOST_MAILINGS, readMailedSearch } from '../../domain/reports/mailing';
import type { reportMailings as contract } from '../../domain/reports/mailing-contract';
import { nextTime } from '../../domain/reports/schedule';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { isOneOf } from '../db/page';
import { orgUsers, reportMailingRecipients as recipients, reportMailings, users } from '../db/schema';
import type { Verb } from '../implement';
import { countEmail } from '../mail/limits';
import { findSeenCompany } from '../organization/find-company';
import { findMember, mailingCandidates, memberName } from './mailing-people';

type Row = typeof reportMailings.$inferSelect;
type Reader = Pick<Ctx, 'db' | 'membership'>;

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
  const { db, membership, now } = ctx;
  const { companyId, name, search, schedule, timeZone } = body;
  const { orgId, orgUserId } = membership;
  if (companyId !== undefined) await findSeenCompany(ctx, companyId);
  await holdAlone(db, { kind: 'mailings of member', id: orgUserId });
  if ((await db.$count(reportMailings, ownOf(ctx))) >= MOST_MAILINGS) {
    throw new DomainError(
      'CONFLICT',
      `You can have up to ${MOST_MAILINGS} reports emailed. Remove one to add another.`,
    );
  }
  await assertMayGet(ctx, body.recipientIds, []);
  const [row] = await db
    .insert(reportMailings)
    .values({
      orgId,
      orgUserId,
      companyId: companyId ?? null,
      name,
      search,
      schedule,
      timeZone,
      nextAt: nextTime(schedule, now, timeZone),
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (row === undefined) throw new Error('Saving the mailing returned no row');
  await setRecipients(ctx, row.id, body.recipientIds);
  return saved(ctx, row.id, undefined);
};

/** Changes when and to whom. STALE, NOT_FOUND for someone else's; BAD_INPUT on `recipientIds` as when created. */
export const updateMailing: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await describeOne(ctx, row);
  const current = before.recipients.map(({ orgUserId }) => orgUserId);
  await assertMayGet(ctx, body.recipientIds, current, row.id);
  const { name, schedule, timeZone } = body;
  const nextAt = row.nextAt && nextTime(schedule, ctx.now, timeZone);
  await change(ctx, row, { name, schedule, timeZone, nextAt });
  await setRecipients(ctx, row.id, body.recipientIds);
  return saved(ctx, row.id, before);
};

export const pauseMailing: Verb<typeof contract.pause> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await describeOne(ctx, row);
  const next = row.nextAt ?? nextTime(row.schedule, ctx.now, row.timeZone);
  await change(ctx, row, { nextAt: body.isPaused ? null : next });
  return saved(ctx, row.id, before);
};

export const removeMailing: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const row = await lockOwn(ctx, params.id);
  const before = await describeOne(ctx, row);
  await ctx.db.delete(reportMailings).where(isMailing(ctx, row.id));
  await ctx.audit({ id: row.id, before });
  return { ok: true };
};

/** Emails the caller their own mailing once more; counts as an email sent at someone's request. */
export const sendMailingNow: Verb<typeof contract.sendNow> = async (ctx, { params }) => {
  const row = await lockOwn(ctx, params.id);
  const { orgId, orgUserId } = ctx.membership;
  const me = await findMember(ctx.services.database, { orgId, orgUserId });
  if (!me) throw notFound('Mailed report');
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
  await ctx.audit({ id: params.id, before: { gets: true }, after: { gets: false } });
  return { ok: true };
};

const isMailing = ({ membership }: Reader, id: number) =>
  and(eq(reportMailings.orgId, membership.orgId), eq(reportMailings.id, id));

const ownOf = ({ membership }: Reader) =>
  and(eq(reportMailings.orgId, membership.orgId), eq(reportMailings.orgUserId, membership.orgUserId));

async function lockOwn(ctx: Ctx, id: number, version?: number): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(reportMailings)
    .where(and(ownOf(ctx), eq(reportMailings.id, id)))
    .for('update');
  if (!row) throw notFound('Mailed report');
  if (version !== undefined && row.version !== version) throw stale('This mailed report', row.version);
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
  return after;
}

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
  await ctx.db
    .delete(recipients)
    .where(
      and(
        eq(recipients.orgId, orgId),
        eq(recipients.mailingId, mailingId),
        isNull(recipients.leftAt),
        sql`not ${isOneOf(recipients.orgUserId, ids)}`,
      ),
    );
  await ctx.db
    .insert(recipients)
    .values(ids.map((orgUserId) => ({ orgId, mailingId, orgUserId })))
    .onConflictDoNothing();
}

const readRecipients = ({ db, membership }: Reader, mailingIds: readonly number[]) =>
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

async function describeOne(reader: Reader, row: Row): Promise<Mailing> {
  const [mailing] = await describe(reader, [row]);
  if (!mailing) throw new Error('The mailing was not described');
  return mailing;
}

/** Mailings as the caller sees them. */
async function describe(reader: Reader, rows: readonly Row[]): Promise<Mailing[]> {
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
  return rows.map((row) => {
    const { id, name, companyId, schedule, timeZone, nextAt, version, orgUserId } = row;
    const isOwn = orgUserId === membership.orgUserId;
    const theirs = everyone.filter(({ mailingId }) => mailingId === id);
    const mine = theirs.filter((one) => isOwn || one.orgUserId === membership.orgUserId);
    const sent = mine.flatMap(({ sentAt }) => sentAt?.toISOString() ?? []).sort();
    return {
      id,
      name,
      companyId,
      search: readMailedSearch(row.search),
      schedule,
      timeZone,
      owner: { orgUserId, displayName: owners.find((one) => one.orgUserId === orgUserId)?.displayName ?? '' },
      isOwn,
      recipients: theirs
        .filter(({ leftAt }) => leftAt === null)
        .map((one) => ({ orgUserId: one.orgUserId, displayName: one.displayName })),
      next: nextAt?.toISOString() ?? null,
      lastSent: sent.at(-1) ?? null,
      problems: isOwn ? problemsOf(row, theirs) : [],
      version,
    };
  });
}

type Recipient = Awaited<ReturnType<typeof readRecipients>>[number];

function problemsOf({ problem }: Row, theirs: readonly Recipient[]): string[] {
  const all = problem === null ? [] : [`Not sent: ${problem}.`];
  const each = theirs.flatMap(({ displayName, problem: why, leftAt }) => {
    if (leftAt !== null) return [`${displayName} stopped getting it.`];
    return why === null ? [] : [`Not sent to ${displayName}: ${why}.`];
  });
  return [...all, ...each];
}
