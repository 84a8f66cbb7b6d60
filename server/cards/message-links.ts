import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { cardName, cardPath } from '../../domain/cards/card';
import {
  type messageLinks as contract,
  LINK_KINDS,
  type LinkKind,
  MOST_LINKS,
  type NewLink,
  type RecordLink,
  recordOf,
} from '../../domain/cards/links';
import { type CardRef, refText } from '../../domain/cards/refs';
import { notFound } from '../../domain/errors';
import { findOwnChannel } from '../chat/delete-message';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { intakePackages, messageLinks, orderComments, orderProblems, orders, users } from '../db/schema';
import type { Verb } from '../implement';
import { cardsOf } from './read-cards';

type Added = { recordId: number; partId: string };

const addedTo = (link: NewLink): Added => {
  switch (link.kind) {
    case 'ORDER_COMMENT':
      return { recordId: link.orderId, partId: String(link.commentId) };
    case 'ORDER_PROBLEM':
      return { recordId: link.orderId, partId: String(link.problemId) };
    case 'INTAKE_NOTE':
      return { recordId: link.intakeId, partId: link.label };
  }
};

/**
 * Says of something the caller just wrote which message it comes from. Saying it twice changes nothing. NOT_FOUND for a
 * message of a conversation the caller isn't in, and for what they don't see or didn't write.
 */
export const addLink: Verb<typeof contract.add> = async (ctx, { body }) => {
  const { cid, messageId, kind } = body;
  const message = await ctx.services.chat.findMessage(messageId);
  if (message?.channelId !== cid || (await findOwnChannel(ctx, cid)) === null) throw notFound('Message');
  const added = addedTo(body);
  return ctx.step('link', async (step) => {
    const record = recordOf({ kind, recordId: added.recordId });
    const [card] = await cardsOf(step, [record]);
    if (!card || !(await isWritten(step, kind, added))) throw notFound(record.kind === 'order' ? 'Order' : 'Intake');
    const { db, membership, person, now } = step;
    const { orgId } = membership;
    const row = { orgId, channelId: cid, messageId, kind, ...added, userId: person.userId, createdAt: now };
    const [made] = await db.insert(messageLinks).values(row).onConflictDoNothing().returning();
    if (made) {
      const topic = record.kind === 'order' ? 'orders' : 'intakes';
      await step.publish({ topic, kind: 'changed', id: added.recordId, orgIds: [orgId] });
      await step.publish({ topic: 'chat', kind: 'changed', id: cid, orgIds: [orgId] });
    }
    await step.audit({ id: messageId, after: { [record.kind]: cardName(card) } });
    return { cid, messageId, kind, ...added, by: person.displayName, at: now.toISOString() };
  });
};

/** Whether what a message was added to is there: a comment or problem that the caller wrote, or a package of the intake. */
async function isWritten({ db, membership, person }: Ctx, kind: LinkKind, { recordId, partId }: Added) {
  const { orgId } = membership;
  const isThere = async (query: SQL) => (await db.execute(query)).rows.length > 0;
  switch (kind) {
    case 'ORDER_COMMENT':
      return isThere(sql`select from ${orderComments} where ${orderComments.orgId} = ${orgId}
        and ${orderComments.orderId} = ${recordId} and ${orderComments.id} = ${Number(partId)}
        and ${orderComments.authorUserId} = ${person.userId}`);
    case 'ORDER_PROBLEM': {
      const [order] = await db
        .select({ orgId: orders.orgId })
        .from(orders)
        .where(and(eq(orders.id, recordId), eq(orders.buyerOrgId, orgId)));
      // It lies with the seller.
      return (
        order !== undefined &&
        isThere(sql`select from ${orderProblems} where ${orderProblems.orgId} = ${order.orgId}
          and ${orderProblems.orderId} = ${recordId} and ${orderProblems.id} = ${Number(partId)}
          and ${orderProblems.reportedByUserId} = ${person.userId}`)
      );
    }
    case 'INTAKE_NOTE':
      return isThere(sql`select from ${intakePackages} where ${intakePackages.orgId} = ${orgId}
        and ${intakePackages.transferId} = ${recordId} and ${intakePackages.label} = ${partId}`);
  }
}

/** What messages of a conversation were added to. NOT_FOUND unless the caller is in it. */
export const listChannelLinks: Verb<typeof contract.ofChannel> = async (ctx, { params: { cid } }) => {
  if ((await findOwnChannel(ctx, cid)) === null) throw notFound('Channel');
  const links = await readLinks(ctx, eq(messageLinks.channelId, cid));
  const cards = new Map((await cardsOf(ctx, links.map(recordOf))).map((card) => [refText(card), card]));
  return links.flatMap((link) => {
    const card = cards.get(refText(recordOf(link)));
    return card ? { ...link, name: cardName(card), path: cardPath(card) } : [];
  });
};

/** Which messages of the caller's conversations a record has something from; none for a record they don't see. */
export const listRecordLinks: Verb<typeof contract.ofRecord> = async (ctx, { query: { orderId, intakeId } }) => {
  const asked: (CardRef & { number: number })[] = [
    ...(orderId === undefined ? [] : [{ kind: 'order' as const, id: String(orderId), number: orderId }]),
    ...(intakeId === undefined ? [] : [{ kind: 'intake' as const, id: String(intakeId), number: intakeId }]),
  ];
  const links = await Promise.all(
    asked.map(async (record) => {
      if ((await cardsOf(ctx, [record])).length === 0) return [];
      const kinds = Object.entries(LINK_KINDS).flatMap(([id, kind]) => (kind.record === record.kind ? [id] : []));
      const where = and(eq(messageLinks.recordId, record.number), isOneOf(messageLinks.kind, kinds));
      return readLinks(ctx, where);
    }),
  );
  const found = links.flat();
  const cids = [...new Set(found.map(({ cid }) => cid))];
  const own = await Promise.all(cids.map(async (cid) => ((await findOwnChannel(ctx, cid)) === null ? [] : [cid])));
  const isOwn = new Set(own.flat());
  return found.filter(({ cid }) => isOwn.has(cid));
};

async function readLinks({ db, membership }: Ctx, where: SQL | undefined): Promise<RecordLink[]> {
  const rows = await db
    .select({ link: messageLinks, firstName: users.firstName, lastName: users.lastName })
    .from(messageLinks)
    .innerJoin(users, eq(users.id, messageLinks.userId))
    .where(and(eq(messageLinks.orgId, membership.orgId), where))
    .orderBy(desc(messageLinks.createdAt), desc(messageLinks.messageId))
    .limit(MOST_LINKS);
  return rows.map(({ link, firstName, lastName }) => ({
    cid: link.channelId,
    messageId: link.messageId,
    kind: link.kind,
    recordId: link.recordId,
    partId: link.partId,
    by: `${firstName} ${lastName}`.trim(),
    at: link.createdAt.toISOString(),
  }));
}
