import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { orderDocuments as contract, OrderMail } from '../../../domain/orders/documents/contract';
import type { MAILED_KINDS } from '../../../domain/orders/documents/document-kinds';
import type { Ctx, Services } from '../../context';
import { returnedRow } from '../../db/rows';
import { companies, orderMails, orders, users } from '../../db/schema';
import type { Verb } from '../../implement';
import { publish } from '../../live/publish';
import { html } from '../../mail/html';
import { countEmail } from '../../mail/limits';
import { givenUpOf } from '../../mail/unsent-emails';
import type { JobData } from '../../queues';
import { findVisibleOrder, lockEditableOrder, publishOrder } from '../find-order';
import { documentOf } from './print-documents';
import { loadSalesOrders } from './read-documents';

type MailedKind = (typeof MAILED_KINDS)[number];

/**
 * Mails documents of an order, as they are now, to whoever is named; answers go to the sender. They are kept with the
 * order, and sent by a job, so a slow mail server holds nobody up. TOO_MANY for one address again and again.
 */
export const mailOrder: Verb<typeof contract.mail> = async (ctx, { params, body }) => {
  const order = await lockEditableOrder(ctx, params.id);
  const recipients = [...new Set(body.recipients)];
  for (const recipient of recipients) await countEmail(ctx, recipient, 'order-to');
  const printed = await loadSalesOrders(ctx, [order.id]);
  const files = [];
  for (const kind of new Set(body.kinds)) {
    const { name, text } = await documentOf(ctx, kind, printed);
    files.push({ kind, name, content: (await buffer(Readable.from(text, { objectMode: false }))).toString('base64') });
  }
  const { subject, message } = body;
  const mail = returnedRow(
    await ctx.db
      .insert(orderMails)
      .values({
        orgId: order.orgId,
        orderId: order.id,
        recipients,
        subject,
        message,
        files,
        createdByUserId: ctx.person.userId,
        createdAt: ctx.now,
      })
      .returning({ id: orderMails.id }),
  );
  await ctx.enqueue({ name: 'order-mail', data: { orgId: order.orgId, mailId: mail.id } });
  const [saved] = await findMails(ctx, order.id, mail.id);
  if (!saved) throw new Error('The saved mail is gone');
  const mailed = { kinds: saved.kinds, recipients, subject, message };
  await ctx.audit({ id: order.id, before: null, after: { mailed } });
  await publishOrder(ctx, order);
  return saved;
};

export const listOrderMails: Verb<typeof contract.mailed> = async (ctx, { params }) => {
  await findVisibleOrder(ctx, params.id);
  return findMails(ctx, params.id);
};

/** A document as it was mailed. NOT_FOUND unless the caller sees the order, it was mailed with it, and is still kept. */
export const readMailedFile: Verb<typeof contract.mailedFile> = async (ctx, { params: { id, mailId, kind } }) => {
  await findVisibleOrder(ctx, id);
  const [mail] = await ctx.db
    .select({ files: orderMails.files })
    .from(orderMails)
    .where(and(ofOrder(ctx, id), eq(orderMails.id, mailId)));
  const file = mail?.files.find((one) => one.kind === kind);
  if (file?.content === undefined) throw notFound('Document');
  return { name: file.name, text: Readable.from([Buffer.from(file.content, 'base64')]) };
};

const ofOrder = ({ membership }: Pick<Ctx, 'membership'>, orderId: number) =>
  and(eq(orderMails.orgId, membership.orgId), eq(orderMails.orderId, orderId));

async function findMails(ctx: Ctx, orderId: number, mailId?: number): Promise<OrderMail[]> {
  const found = await ctx.db
    .select({
      id: orderMails.id,
      kinds: sql<MailedKind[]>`(select json_agg(file->>'kind') from jsonb_array_elements(${orderMails.files}) file)`,
      recipients: orderMails.recipients,
      subject: orderMails.subject,
      message: orderMails.message,
      by: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      created: orderMails.createdAt,
      isKept: sql<boolean>`${orderMails.filesRemovedAt} is null`,
      sentAt: orderMails.sentAt,
      problem: orderMails.problem,
    })
    .from(orderMails)
    .innerJoin(users, eq(users.id, orderMails.createdByUserId))
    .where(and(ofOrder(ctx, orderId), mailId === undefined ? undefined : eq(orderMails.id, mailId)))
    .orderBy(desc(orderMails.id));
  const isTrouble = found.some(({ problem }) => problem !== null);
  const givenUp = isTrouble ? await givenUpOf(ctx.db, ctx.membership.orgId, 'order-mail') : [];
  return found.map(({ created, sentAt, ...mail }) => ({
    ...mail,
    isUnsent: givenUp.some(({ mailId }) => mailId === mail.id),
    created: created.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}

const REFUSED = 'The mail server didn’t take it. We keep trying for two days.';

/** Sends one of those mails; does nothing for one that was sent, or whose order is gone. */
export async function sendOrderMail(services: Services, { orgId, mailId }: JobData<'order-mail'>): Promise<void> {
  const {
    database: { db },
    mail,
  } = services;
  const isIt = and(eq(orderMails.orgId, orgId), eq(orderMails.id, mailId));
  const [found] = await db
    .select({ mail: orderMails, replyTo: users.email, seller: companies.name, name: users.firstName })
    .from(orderMails)
    .innerJoin(orders, and(eq(orders.orgId, orderMails.orgId), eq(orders.id, orderMails.orderId)))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .innerJoin(users, eq(users.id, orderMails.createdByUserId))
    .where(isIt);
  if (!found || found.mail.sentAt) return;
  const { recipients, subject, message, files } = found.mail;
  const tell = () => publish(db, { topic: 'orders', kind: 'changed', id: found.mail.orderId, orgIds: [orgId] });
  const closing = `${found.name}, ${found.seller}`;
  try {
    await mail.send({
      to: recipients.join(', '),
      ...(found.replyTo ? { replyTo: found.replyTo } : {}),
      subject,
      text: `${message ? `${message}\n\n` : ''}${closing}\n`,
      html: html`<p style="white-space:pre-line">${message}</p><p>${closing}</p>`.toString(),
      attachments: files.map(({ name, content = '' }) => ({
        filename: name,
        contentType: 'application/pdf',
        content,
        encoding: 'base64',
      })),
    });
  } catch (error) {
    await db.update(orderMails).set({ problem: REFUSED }).where(isIt);
    await tell();
    throw error;
  }
  await db.update(orderMails).set({ sentAt: new Date(), problem: null }).where(isIt);
  await tell();
}

/** Says with its order why a mail was given up. */
export async function noteUnsentMail(
  { database: { db } }: Services,
  { orgId, mailId }: JobData<'order-mail'>,
  reason: string,
): Promise<void> {
  const [mail] = await db
    .update(orderMails)
    .set({ problem: reason })
    .where(and(eq(orderMails.orgId, orgId), eq(orderMails.id, mailId), isNull(orderMails.sentAt)))
    .returning({ orderId: orderMails.orderId });
  if (mail) await publish(db, { topic: 'orders', kind: 'changed', id: mail.orderId, orgIds: [orgId] });
}
