import { and, eq, sql } from 'drizzle-orm';
import { badInput } from '../../../domain/errors';
import type { reconciliation as contract } from '../../../domain/inventory/reconciliation/contract';
import { whyNotAsk } from '../../../domain/inventory/reconciliation/difference';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx, Services } from '../../context';
import type { Db } from '../../db/client';
import { trackingDifferences as differences } from '../../db/schema';
import { visibleDifferences } from '../../db/visibility';
import type { Verb } from '../../implement';
import { compose } from '../../mail/compose';
import { countEmail } from '../../mail/limits';
import { noticeOf, takenBack } from '../../notices/notices';
import type { JobData } from '../../queues';
import { activeMembers, type TeamMember } from '../../team/members';
import { findDifference } from './search-differences';
import { refuse } from './settle-differences';

/** The members who can see a difference, by name. */
export async function membersSeeing(db: Db, { orgId, id }: { orgId: number; id: number }): Promise<TeamMember[]> {
  const members = await activeMembers(db, orgId);
  const asked = members.map(
    ({ id: memberId, membership }) => sql`select ${memberId}::bigint as id where exists (select from ${differences}
      where ${and(visibleDifferences(membership), eq(differences.id, id))})`,
  );
  if (asked.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql.join(asked, sql` union all `));
  const seeing = new Set(rows.map((row) => Number(row.id)));
  return members.filter((member) => seeing.has(member.id));
}

const others = async ({ db, membership }: Ctx, id: number) =>
  (await membersSeeing(db, { orgId: membership.orgId, id })).filter((one) => one.id !== membership.orgUserId);

/** Whom the caller can ask about a difference. NOT_FOUND. */
export const listColleagues: Verb<typeof contract.colleagues> = async (ctx, { params: { id } }) => {
  await findDifference(ctx, id);
  return (await others(ctx, id)).map(({ id: orgUserId, displayName }) => ({ id: orgUserId, displayName }));
};

/**
 * Asks a colleague about a difference, in place of what was asked before; they get an email. CONFLICT when it is settled,
 * BAD_INPUT for somebody who can't see it, TOO_MANY, NOT_FOUND.
 */
export const askColleague: Verb<typeof contract.ask> = async (ctx, { params: { id }, body }) => {
  const { db, membership, person, now } = ctx;
  const { orgId } = membership;
  const { orgUserId, question } = body;
  const found = await findDifference(ctx, id);
  refuse(whyNotAsk(found));
  const colleague = (await others(ctx, id)).find((one) => one.id === orgUserId);
  if (colleague === undefined) throw badInput({ orgUserId: 'They can’t see this difference. Choose someone else.' });
  await countEmail(ctx, colleague.email);
  await db
    .update(differences)
    .set({ askedOf: orgUserId, askedBy: person.userId, askedAt: now, question })
    .where(and(eq(differences.orgId, orgId), eq(differences.id, id)));
  await ctx.audit({
    id,
    before: { asked: found.asked && `${found.asked.name}: ${found.asked.question}` },
    after: { asked: `${colleague.displayName}: ${question}` },
  });
  await ctx.enqueue({
    name: 'difference-question',
    data: { orgId, differenceId: id, orgUserId, askedAt: now.toISOString() },
  });
  if (found.asked) {
    await ctx.enqueue(takenBack({ orgId, subjects: [subjectOf.difference(id, new Date(found.asked.at))] }));
  }
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'CUSTOM',
      orgId,
      subject: subjectOf.difference(id, now),
      payload: { about: 'DIFFERENCE_ASKED', differenceId: id, orgUserId, askedAt: now.toISOString() },
    }),
  );
  await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  return findDifference(ctx, id);
};

/** Emails a question to whom it was asked, if it still is and they can still see the difference. */
export async function mailQuestion(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, differenceId: id, orgUserId }: JobData<'difference-question'>,
): Promise<void> {
  const to = (await membersSeeing(db, { orgId, id })).find((one) => one.id === orgUserId);
  if (to === undefined) return;
  const found = await findDifference({ db, membership: to.membership }, id);
  if (found.settlement !== null || found.asked?.orgUserId !== orgUserId) return;
  const { label, itemName, ours, theirs, asked } = found;
  const link = `${publicUrl}/inventory/reconciliation?askedOfMe=true`;
  const lead = `${asked.by} asks you about package ${label}${itemName ? ` of ${itemName}` : ''}:`;
  const sides = `We have ${ours}. The tracking system says ${theirs}.`;
  await mail.send(
    compose(
      { email: to.email, firstName: '' },
      {
        kind: 'notice',
        sender: asked.by,
        subject: `${asked.by} asks you about package ${label.slice(-6)}`,
        lead,
        words: asked.question,
        more: [sides],
        action: 'Open the question',
        link,
        close: 'You get this email because a colleague asked you. Answer on that page.',
      },
    ),
  );
}
