import { and, asc, eq } from 'drizzle-orm';
import type { CustomPayload } from '../../../domain/notifications/custom';
import type { Notice } from '../../../domain/notifications/notice';
import type { NoticeKey, OWN_LETTERS } from '../../../domain/notifications/settings';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Db } from '../../db/client';
import { approvalRequests, dealBids, offers, orderProblems, orders, orgUsers, productFollows } from '../../db/schema';
import { wereTold } from '../../directory/follow-news';
import type { JobData, QueueName } from '../../queues';

/** Whom a letter is for, and what the feed says of the same. */
type Told = {
  userId: string;
  key: Extract<NoticeKey, (typeof OWN_LETTERS)[number]>;
  /** Null for what the feed doesn't tell. */
  notice: Notice | null;
};

/** Null where there is nobody, or nothing, to write of. */
type ToldBy<N extends QueueName> = (db: Db, data: JobData<N>) => Promise<Told | null>;

type Custom = { orgId: number; subject: string; payload: CustomPayload & { about: Told['key'] } };

const told = (userId: string | null | undefined, { orgId, subject, payload }: Custom): Told | null =>
  userId ? { userId, key: payload.about, notice: { type: 'CUSTOM', orgId, subject, payload } } : null;

async function memberOf(db: Db, orgId: number, orgUserId: number): Promise<string | null> {
  const [found] = await db
    .select({ userId: orgUsers.userId })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.id, orgUserId), eq(orgUsers.status, 'ACTIVE')));
  return found?.userId ?? null;
}

/** The queues of letters about what is in the feed, with what the feed says of it. */
const TOLD = {
  'order-letter': async (db, { orgId, orderId, orgUserId, about }) => {
    const userId = await memberOf(db, orgId, orgUserId);
    if (userId === null) return null;
    if (about) return told(userId, { orgId, subject: subjectOf.orderCancelled(orderId), payload: { about, orderId } });
    const [order] = await db
      .select({ companyId: orders.companyId })
      .from(orders)
      .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
    if (order === undefined) return null;
    const payload = { orderId, companyId: order.companyId };
    const notice: Notice = { type: 'NEW_BUYER_ORDER', orgId, subject: subjectOf.order(orderId), payload };
    return { userId, key: 'NEW_BUYER_ORDER', notice };
  },
  'order-news-letter': async (db, { orgId: sellerOrgId, orderId, about: news, orgUserId, toOrgId: orgId }) => {
    const userId = await memberOf(db, orgId, orgUserId);
    // The feed doesn't tell of changes, which waited already.
    if (news === 'CHANGED') return userId ? { userId, key: 'ORDER_NEWS', notice: null } : null;
    const payload = { about: 'ORDER_NEWS', sellerOrgId, orderId, news } as const;
    return told(userId, { orgId, subject: subjectOf.orderNews(sellerOrgId, orderId), payload });
  },
  'problem-letter': async (db, { orgId, orderId, problemId, orgUserId }) => {
    const payload = { about: 'PROBLEM_REPORTED', orderId, problemId } as const;
    return told(await memberOf(db, orgId, orgUserId), { orgId, subject: subjectOf.problem(problemId), payload });
  },
  'problem-answer': async (db, { orgId: sellerOrgId, problemId }) => {
    const [found] = await db
      .select({ userId: orderProblems.reportedByUserId, orderId: orders.id, buyerOrgId: orders.buyerOrgId })
      .from(orderProblems)
      .innerJoin(orders, and(eq(orders.orgId, sellerOrgId), eq(orders.id, orderProblems.orderId)))
      .where(and(eq(orderProblems.orgId, sellerOrgId), eq(orderProblems.id, problemId)));
    if (!found?.buyerOrgId) return null;
    const { userId, orderId, buyerOrgId: orgId } = found;
    const payload = { about: 'PROBLEM_ANSWERED', sellerOrgId, orderId, problemId } as const;
    return told(userId, { orgId, subject: subjectOf.problemAnswer(sellerOrgId, problemId), payload });
  },
  'mention-letter': async (db, { orgId, commentId, orgUserId }) => {
    const payload = { about: 'MENTION' as const, commentId, orgUserIds: [orgUserId] };
    return told(await memberOf(db, orgId, orgUserId), { orgId, subject: subjectOf.comment(commentId), payload });
  },
  'difference-question': async (db, { orgId, differenceId, orgUserId, askedAt }) => {
    const payload = { about: 'DIFFERENCE_ASKED', differenceId, orgUserId, askedAt } as const;
    const subject = subjectOf.difference(differenceId, new Date(askedAt));
    return told(await memberOf(db, orgId, orgUserId), { orgId, subject, payload });
  },
  'deal-letter': async (db, { orgId: sellerOrgId, bidId, version, to, toOrgId: orgId }) => {
    const [found] = await db
      .select({ bid: dealBids, offeredBy: offers.createdByUserId })
      .from(dealBids)
      .innerJoin(offers, and(eq(offers.orgId, sellerOrgId), eq(offers.id, dealBids.offerId)))
      .where(and(eq(dealBids.orgId, sellerOrgId), eq(dealBids.id, bidId)));
    if (found === undefined) return null;
    const { bid, offeredBy } = found;
    const userId = to === 'SELLER' ? offeredBy : bid.createdByUserId;
    if (bid.status !== 'OPEN') {
      const payload = { about: 'BID_ENDED', sellerOrgId, bidId, to } as const;
      return told(userId, { orgId, subject: subjectOf.bidEnded(sellerOrgId, bidId), payload });
    }
    const payload = { about: 'BID_WAITS', sellerOrgId, bidId, version, to } as const;
    return told(userId, { orgId, subject: subjectOf.bid(sellerOrgId, bidId, version), payload });
  },
  'approval-letter': async (db, { orgId, approvalId, orgUserId }) => {
    const payload = { about: 'APPROVAL_ASKED' as const, approvalId, orgUserIds: [orgUserId] };
    return told(await memberOf(db, orgId, orgUserId), { orgId, subject: subjectOf.approval(approvalId), payload });
  },
  'approval-answer': async (db, { orgId, approvalId }) => {
    const [found] = await db
      .select({ userId: approvalRequests.askedByUserId })
      .from(approvalRequests)
      .where(and(eq(approvalRequests.orgId, orgId), eq(approvalRequests.id, approvalId)));
    const payload = { about: 'APPROVAL_DECIDED', approvalId } as const;
    return told(found?.userId, { orgId, subject: subjectOf.approvalDecided(approvalId), payload });
  },
  'follow-letter': async (db, job) => {
    const { orgId, orgUserId } = job;
    const rows = await db
      .select({ id: productFollows.id })
      .from(productFollows)
      .where(wereTold(job))
      .orderBy(asc(productFollows.id));
    const payload = { about: 'FOLLOWED' as const, orgUserId, followIds: rows.map(({ id }) => id) };
    return told(await memberOf(db, orgId, orgUserId), { orgId, subject: subjectOf.followed(orgUserId), payload });
  },
} satisfies { [N in QueueName]?: ToldBy<N> };

export type HeldQueue = keyof typeof TOLD;

/** Whom a letter's job is for, and what the feed says of the same; null where there is nothing to write. */
export const toldBy = <N extends HeldQueue>(db: Db, name: N, data: JobData<N>): Promise<Told | null> =>
  (TOLD[name] as ToldBy<N>)(db, data);
