import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, desc, eq, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { orderDocuments as contract, OrderMail } from '../../../domain/orders/documents/contract';
import type { MAILED_KINDS } from '../../../domain/orders/documents/document-kinds';
import type { Ctx, Services } from '../../context';
import { returnedRow } from '../../db/rows';
import { companies, orderMails, orders, users } from '../../db/schema';
import type { Delivery } from '../../db/schema/order-talk';
import type { Verb } from '../../implement';
import { publish } from '../../live/publish';
import { compose } from '../../mail/compose';
import { countEmail } from '../../mail/limits';
import { givenUpOf } from '../../mail/unsent-emails';
import { refusalOf } from '../../mail/watch-mail';
import type { JobData } from '../../queues';
import { findVisibleOrder, lockEditableOrder, publishOrder } from '../find-order';
import { documentOf } from './print-documents';
import { loadSalesOrders } from './read-documents';

type MailedKind = (typeof MAILED_KINDS)[number];

/**
 * Mails documents of an order, as they are now, to whoever is named; answers go to the sender. They are kept with the
 * order, and sent by a job for each recipient, so that a slow mail server holds nobody up and a refused address no other. TOO_MANY for one address again and again.
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
  for (const recipient of recipients) {
    await ctx.enqueue({ name: 'order-mail', data: { orgId: order.orgId, mailId: mail.id, recipient } });
  }
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
      deliveries: orderMails.deliveries,
    })
    .from(orderMails)
    .innerJoin(users, eq(users.id, orderMails.createdByUserId))
    .where(and(ofOrder(ctx, orderId), mailId === undefined ? undefined : eq(orderMails.id, mailId)))
    .orderBy(desc(orderMails.id));
  const isTrouble = found.some(({ sentAt, problem, deliveries }) => !sentAt && (problem || isAny(deliveries)));
  const givenUp = isTrouble ? await givenUpOf(ctx.db, ctx.membership.orgId, 'order-mail') : [];
  return found.map(({ created, sentAt, problem, deliveries, ...mail }) => ({
    ...mail,
    created: created.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    unsent: mail.recipients
      .filter((email) => !sentAt && !isTaken(deliveries[email]))
      .map((email) => ({
        email,
        problem: problemOf(deliveries[email]) ?? problem,
        isGivenUp: givenUp.some(({ data }) => data.mailId === mail.id && (data.recipient ?? email) === email),
      })),
  }));
}

const isAny = (deliveries: Record<string, Delivery>) => Object.keys(deliveries).length > 0;
const isTaken = (delivery: Delivery | undefined) => delivery !== undefined && 'sentAt' in delivery;
const problemOf = (delivery: Delivery | undefined) => (delivery && 'problem' in delivery ? delivery.problem : null);

const isMail = ({ orgId, mailId }: JobData<'order-mail'>) =>
  and(eq(orderMails.orgId, orgId), eq(orderMails.id, mailId));

/** Sends one of those mails to one recipient; does nothing where it was sent, or its order is gone. */
export async function sendOrderMail(services: Services, job: JobData<'order-mail'>): Promise<void> {
  const {
    database: { db },
    mail,
    config: { publicUrl },
  } = services;
  const { orgId, mailId, recipient } = job;
  const [found] = await db
    .select({
      mail: orderMails,
      replyTo: users.email,
      seller: companies.name,
      name: users.firstName,
      orderNumber: orders.orderNumber,
      buyerOrgId: orders.buyerOrgId,
    })
    .from(orderMails)
    .innerJoin(orders, and(eq(orders.orgId, orderMails.orgId), eq(orders.id, orderMails.orderId)))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .innerJoin(users, eq(users.id, orderMails.createdByUserId))
    .where(isMail(job));
  if (!found || found.mail.sentAt) return;
  const { recipients, subject, message, files, deliveries, orderId } = found.mail;
  if (recipient === undefined) {
    for (const email of recipients) {
      await services.jobs.enqueue(db, { name: 'order-mail', data: { orgId, mailId, recipient: email } });
    }
    return;
  }
  if (isTaken(deliveries[recipient])) return;
  const letter = compose(
    { email: recipient, firstName: '' },
    {
      kind: 'document',
      isPersonal: true,
      id: `order-mail-${orgId}-${mailId}`,
      addressees: recipients,
      sender: found.seller,
      replyTo: found.replyTo,
      subject,
      lead: `${found.seller} sent you documents of order ${found.orderNumber}. They are attached.`,
      words: message,
      more: [`${found.name}, ${found.seller}`],
      ...(found.buyerOrgId === null
        ? {}
        : { action: 'See the order', link: `${publicUrl}/orders/purchases/${orderId}` }),
      close: `Your reply goes to ${found.name}.`,
      attachments: files.map(({ name, content = '' }) => ({
        filename: name,
        contentType: 'application/pdf',
        content,
        encoding: 'base64',
      })),
    },
  );
  try {
    await mail.send(letter);
  } catch (error) {
    // Who is only asked for patience has nothing to tell.
    if (!refusalOf(error).isPostponed) await noteDelivery(services, job, { problem: TRIED_AGAIN });
    throw error;
  }
  await noteDelivery(services, job, { sentAt: new Date().toISOString() });
}

const TRIED_AGAIN = 'The mail server didn’t take it. We keep trying for two days.';

/** Says with its order why a mail to somebody was given up. */
export const noteUnsentMail = (services: Services, job: JobData<'order-mail'>, problem: string): Promise<void> =>
  noteDelivery(services, job, { problem });

/** Keeps what became of a mail to one recipient, but for one it was sent to, and shows it with the order. */
async function noteDelivery(
  { database: { db } }: Services,
  job: JobData<'order-mail'>,
  delivery: Delivery,
): Promise<void> {
  const { orgId, recipient } = job;
  const { recipients, deliveries } = orderMails;
  const named = recipient === undefined ? sql`${recipients}` : sql`array[${recipient}]`;
  const next = sql`(select coalesce(jsonb_object_agg(one, case when ${deliveries}->one ? 'sentAt'
    then ${deliveries}->one else ${JSON.stringify(delivery)}::jsonb end), '{}') from unnest(${named}) one)`;
  const [mail] = await db
    .update(orderMails)
    .set({ deliveries: sql`${deliveries} || ${next}`, problem: null })
    .where(isMail(job))
    .returning({ orderId: orderMails.orderId, all: orderMails.recipients, kept: orderMails.deliveries });
  if (!mail) return;
  if (mail.all.every((email) => isTaken(mail.kept[email]))) {
    await db.update(orderMails).set({ sentAt: new Date() }).where(isMail(job));
  }
  await publish(db, { topic: 'orders', kind: 'changed', id: mail.orderId, orgIds: [orgId] });
}
