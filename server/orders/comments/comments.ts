import { and, desc, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { subjectOf } from '../../../domain/notifications/subjects';
import { commentText, type Mentioned, mentionedIds } from '../../../domain/orders/comments/mentions';
import type { orders as contract } from '../../../domain/orders/contract';
import { ORDER_COMMENTS_PER_PAGE, type OrderComment } from '../../../domain/orders/order';
import type { AuditEntry, Ctx } from '../../context';
import { namesOfMentioned } from '../../db/mentioned';
import { countOf } from '../../db/page';
import { lockRow, returnedRow } from '../../db/rows';
import { orderComments, users } from '../../db/schema';
import type { Verb } from '../../implement';
import { takenBack } from '../../notices/notices';
import { findEditableOrders, findVisibleOrder } from '../find-order';
import { checkMentions, notifyMentioned } from './mentions';

/** A page of the selling organization's internal comments, newest first; the buyer can't read them. */
export const listComments: Verb<typeof contract.comments> = async (ctx, { params, query }) => {
  await findVisibleOrder(ctx, params.id);
  const ofOrder = and(eq(orderComments.orgId, ctx.membership.orgId), eq(orderComments.orderId, params.id));
  const rows = await ctx.db
    .select({ comment: orderComments, firstName: users.firstName, lastName: users.lastName })
    .from(orderComments)
    .innerJoin(users, eq(users.id, orderComments.authorUserId))
    .where(ofOrder)
    .orderBy(desc(orderComments.createdAt), desc(orderComments.id))
    .limit(ORDER_COMMENTS_PER_PAGE)
    .offset(query.page * ORDER_COMMENTS_PER_PAGE);
  const { rows: counted } = await ctx.db.execute<{ count: number }>(
    sql`select ${countOf(sql`${orderComments}`, sql`${ofOrder}`)} as count`,
  );
  const texts = rows.map(({ comment }) => comment.comment);
  const people = await namesOfMentioned(ctx.db, ctx.membership.orgId, texts);
  return {
    results: rows.map(({ comment, firstName, lastName }) =>
      toComment(ctx, comment, { author: `${firstName} ${lastName}`, people }),
    ),
    resultCount: counted[0]?.count ?? 0,
    page: query.page,
  };
};

/** BAD_INPUT if it mentions someone who can't see the order. */
export const addComment: Verb<typeof contract.addComment> = async (ctx, { params, body }) => {
  await findEditableOrders(ctx, [params.id]);
  const written = { orderId: params.id, before: '', after: body.comment };
  await checkMentions(ctx, written);
  const { db, membership, person, now } = ctx;
  const row = returnedRow(
    await db
      .insert(orderComments)
      .values({
        ...body,
        orgId: membership.orgId,
        orderId: params.id,
        authorUserId: person.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  );
  const people = await namesOfMentioned(db, membership.orgId, [row.comment]);
  await changed(ctx, params.id, { id: row.id, after: inWords(row, people) });
  await notifyMentioned(ctx, { ...written, commentId: row.id });
  return toComment(ctx, row, { author: person.displayName, people });
};

/** Edits the caller's own comment. FORBIDDEN for someone else's; BAD_INPUT as in `addComment`. */
export const editComment: Verb<typeof contract.editComment> = async (ctx, { params, body }) => {
  const before = await lockOwnComment(ctx, params);
  const after = { ...before, comment: body.comment, updatedAt: ctx.now };
  const written = { orderId: params.id, before: before.comment, after: after.comment };
  await checkMentions(ctx, written);
  await ctx.db
    .update(orderComments)
    .set({ comment: after.comment, updatedAt: after.updatedAt })
    .where(isComment(before));
  const people = await namesOfMentioned(ctx.db, before.orgId, [before.comment, after.comment]);
  await changed(ctx, params.id, { id: before.id, before: inWords(before, people), after: inWords(after, people) });
  await notifyMentioned(ctx, { ...written, commentId: before.id });
  return toComment(ctx, after, { author: ctx.person.displayName, people });
};

/** Deletes the caller's own comment. FORBIDDEN for someone else's. */
export const removeComment: Verb<typeof contract.removeComment> = async (ctx, { params }) => {
  const before = await lockOwnComment(ctx, params);
  await ctx.db.delete(orderComments).where(isComment(before));
  const people = await namesOfMentioned(ctx.db, before.orgId, [before.comment]);
  await changed(ctx, params.id, { id: before.id, before: inWords(before, people) });
  if (people.length > 0)
    await ctx.enqueue(takenBack({ orgId: before.orgId, subjects: [subjectOf.comment(before.id)] }));
  return { ok: true };
};

type CommentRow = typeof orderComments.$inferSelect;

const isComment = ({ id, orgId }: Pick<CommentRow, 'id' | 'orgId'>) =>
  and(eq(orderComments.orgId, orgId), eq(orderComments.id, id));

async function lockOwnComment(ctx: Ctx, { id, commentId }: { id: number; commentId: number }): Promise<CommentRow> {
  await findEditableOrders(ctx, [id]);
  const row = await lockRow(
    ctx.db,
    orderComments,
    and(isComment({ orgId: ctx.membership.orgId, id: commentId }), eq(orderComments.orderId, id)),
    'Comment',
  );
  if (row.authorUserId !== ctx.person.userId) {
    throw new DomainError('FORBIDDEN', 'Only the person who wrote a comment can change or delete it');
  }
  return row;
}

/** Published to the selling organization only. */
async function changed(ctx: Ctx, orderId: number, entry: AuditEntry): Promise<void> {
  await ctx.audit(entry);
  await ctx.publish({ topic: 'orders', kind: 'changed', id: orderId, orgIds: [ctx.membership.orgId] });
}

/** As the audit log keeps it: with the names people had. */
const inWords = (row: CommentRow, people: readonly Mentioned[]) => ({
  ...row,
  comment: commentText(row.comment, people),
});

type Names = { author: string; people: readonly Mentioned[] };

function toComment({ person }: Ctx, row: CommentRow, { author, people }: Names): OrderComment {
  const named = new Set(mentionedIds(row.comment));
  return {
    id: row.id,
    comment: row.comment,
    mentions: people.filter(({ id }) => named.has(id)),
    author: { id: row.authorUserId, displayName: author },
    created: row.createdAt.toISOString(),
    edited: row.updatedAt > row.createdAt,
    isMine: row.authorUserId === person.userId,
  };
}
