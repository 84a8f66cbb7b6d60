import { and, eq, sql } from 'drizzle-orm';
import { badInput, notFound } from '../../../domain/errors';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { orderMentions as contract, Mentionable } from '../../../domain/orders/comments/contract';
import { commentText, MOST_MENTIONS, mentionedIds, newlyMentioned } from '../../../domain/orders/comments/mentions';
import type { Ctx, Services } from '../../context';
import type { Db } from '../../db/client';
import { namesOfMentioned } from '../../db/mentioned';
import { orderComments, orders, users } from '../../db/schema';
import { seesSalesOrder, visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { compose } from '../../mail/compose';
import { recordColleagueEmail } from '../../mail/limits';
import { noticeOf } from '../../notices/notices';
import type { JobData } from '../../queues';
import { activeMembers } from '../../team/members';
import { findEditableOrders } from '../find-order';
import { salesRepIdsOf } from '../sales-reps';

type Place = { orgId: number; orderId: number };

/** The members of the selling team who may see the order, by name. */
export async function peopleSeeing(db: Db, { orgId, orderId }: Place): Promise<(Mentionable & { userId: string })[]> {
  const [order] = await db
    .select({
      companyId: orders.companyId,
      salesRepIds: sql<number[]>`${salesRepIdsOf(sql`${orgId}`, sql`${orderId}`)}`,
    })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
  if (order === undefined) return [];
  return (await activeMembers(db, orgId))
    .filter(({ membership }) => seesSalesOrder(membership, { orgId, ...order }))
    .map(({ membership: _, ...person }) => person);
}

/** Whom the caller can mention: colleagues who can see the order. NOT_FOUND, FORBIDDEN. */
export const listMentionable: Verb<typeof contract.people> = async (ctx, { params }) => {
  await findEditableOrders(ctx, [params.id]);
  const people = await peopleSeeing(ctx.db, { orgId: ctx.membership.orgId, orderId: params.id });
  return people.flatMap(({ userId, ...person }) => (userId === ctx.person.userId ? [] : [person]));
};

type Written = { orderId: number; before: string; after: string };

/** BAD_INPUT if a comment mentions someone for the first time who can't see its order. */
export async function checkMentions({ db, membership }: Ctx, { orderId, before, after }: Written): Promise<void> {
  const added = newlyMentioned(before, after);
  if (added.length === 0) return;
  if (mentionedIds(after).length > MOST_MENTIONS) {
    throw badInput({ comment: `Mention at most ${MOST_MENTIONS} people` });
  }
  const people = await peopleSeeing(db, { orgId: membership.orgId, orderId });
  if (added.some((id) => !people.some((person) => person.id === id))) {
    throw badInput({ comment: 'Someone you mentioned can’t see this order. Take their name out and try again.' });
  }
}

/**
 * Tells whom a comment mentions for the first time, but for its writer: at once if they are signed in, and by email
 * unless its writer has sent a lot of those.
 */
export async function notifyMentioned(ctx: Ctx, written: Written & { commentId: number }): Promise<void> {
  const { db, membership, person, enqueue, publish } = ctx;
  const { orgId } = membership;
  const { commentId, orderId, before, after } = written;
  const added = newlyMentioned(before, after);
  if (added.length === 0) return;
  const people = await peopleSeeing(db, { orgId, orderId });
  const told = people.filter(({ id, userId }) => added.includes(id) && userId !== person.userId);
  if (told.length === 0) return;
  for (const { id: orgUserId } of told) {
    if (!(await recordColleagueEmail(ctx, 'mentions'))) break;
    await enqueue({ name: 'mention-letter', data: { orgId, commentId, orgUserId } });
  }
  await enqueue(
    noticeOf(ctx, {
      type: 'CUSTOM',
      orgId,
      subject: subjectOf.comment(commentId),
      payload: { about: 'MENTION', commentId, orgUserIds: told.map(({ id }) => id) },
    }),
  );
  const userIds = told.map(({ userId }) => userId);
  await publish({ topic: 'mentions', kind: 'created', id: commentId, orgIds: [orgId], userIds });
}

/** A comment that mentions the caller, on an order they see. NOT_FOUND. */
export const readMention: Verb<typeof contract.get> = async ({ db, membership }, { params }) => {
  const found = await findComment(db, membership.orgId, params.commentId);
  if (found === undefined || !mentionedIds(found.comment).includes(membership.orgUserId)) throw notFound('Comment');
  const seen = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, found.orderId), visibleOrders(membership)));
  if (seen.length === 0) throw notFound('Comment');
  return {
    order: { id: found.orderId, orderNumber: found.orderNumber },
    author: found.author,
    comment: commentText(found.comment, await namesOfMentioned(db, membership.orgId, [found.comment])),
  };
};

/** Emails someone a comment that mentions them, if it still does and they may still see its order. */
export async function mailMention(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, commentId, orgUserId }: JobData<'mention-letter'>,
): Promise<void> {
  const found = await findComment(db, orgId, commentId);
  if (found === undefined || !mentionedIds(found.comment).includes(orgUserId)) return;
  const to = (await peopleSeeing(db, { orgId, orderId: found.orderId })).find(({ id }) => id === orgUserId);
  if (to === undefined) return;
  const { orderNumber, customerName, author } = found;
  const link = `${publicUrl}/orders/${found.orderId}`;
  const lead = `${author} mentioned you on order ${orderNumber} for ${customerName}:`;
  const words = commentText(found.comment, await namesOfMentioned(db, orgId, [found.comment]));
  await mail.send(
    compose(
      { email: to.email, firstName: '' },
      {
        kind: 'notice',
        sender: author,
        subject: `${author} mentioned you on order ${orderNumber}`,
        lead,
        words,
        action: 'Open the order',
        link,
        close: 'You get this email because a colleague mentioned you. Answer on the order.',
      },
    ),
  );
}

async function findComment(db: Db, orgId: number, commentId: number) {
  const [found] = await db
    .select({
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      comment: orderComments.comment,
      author: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(orderComments)
    .innerJoin(orders, and(eq(orders.orgId, orderComments.orgId), eq(orders.id, orderComments.orderId)))
    .innerJoin(users, eq(users.id, orderComments.authorUserId))
    .where(and(eq(orderComments.orgId, orgId), eq(orderComments.id, commentId)));
  return found;
}
