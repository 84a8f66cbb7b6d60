import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { otherPerson } from '../../domain/connections/connection';
import { dayOf } from '../../domain/dates';
import { commentText } from '../../domain/orders/comments/mentions';
import type { session } from '../../domain/session/contract';
import { exportKeys } from '../api-keys/forget-keys';
import { networkChannelsOf } from '../chat/network-channels';
import { findBlocked } from '../connections/blocks';
import { findConnections } from '../connections/read-connections';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { namesOfMentioned } from '../db/mentioned';
import { networkChannels, orderComments, orderProblems, orders, organizations, orgUsers, roles } from '../db/schema';
import type { Verb } from '../implement';
import { exportFeed, exportFeedSettings } from '../notices/forget-feed';
import { exportRoadmap } from '../roadmap/forget';
import { exportUsage } from '../usage/forget-usage';
import { readMe } from './me';
import { listMySessions } from './sessions';

const BATCH = 1_000;

type Asker = { db: Db; userId: string };
type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

/**
 * The caller's own data as one JSON file, orders and comments streamed: nothing of anyone else. UNAVAILABLE without the
 * chat service, which keeps their messages.
 */
export const exportMine: Verb<typeof session.exportMine> = async (ctx) => {
  const { db, now, person, services, timeZone } = ctx;
  const asker = { db, userId: person.userId };
  const memberships = await membershipsOf(asker);
  const { impersonatedBy: _, ...profile } = await readMe(ctx);
  const whole = {
    exported: now.toISOString(),
    profile,
    memberships: memberships.map(({ orgId: _, ...membership }) => membership),
    connections: await connectionsOfMine(asker),
    blockedUsers: (await findBlocked(db, person.userId)).map(({ displayName, blocked }) => ({ displayName, blocked })),
    directChannels: await directChannelsOf(asker),
    notifications: await exportFeed(db, person.userId),
    notificationSettings: await exportFeedSettings(db, person.userId),
    usage: await exportUsage(db, person.userId),
    roadmap: await exportRoadmap(db, person.userId),
    apiKeys: await exportKeys(db, person.userId),
    sessions: await listMySessions(ctx as Ctx, {}),
    messages: services.config.parts.chat ? await services.chat.messagesOf(person.userId) : [],
  };
  const long = {
    ordersPlaced: ordersPlaced(asker, memberships),
    comments: commentsBy(asker, memberships),
    problems: problemsBy(asker, memberships),
  };
  const day = dayOf(now, timeZone).slice(2).replaceAll('-', '');
  return { name: `${day}_my_verdant_data.json`, text: toJson(whole, long) };
};

/** Their teams, past and present, without invitations they haven't accepted. */
function membershipsOf({ db, userId }: Asker) {
  return db
    .select({
      orgId: organizations.id,
      organization: organizations.name,
      role: roles.name,
      title: orgUsers.title,
      email: orgUsers.email,
      salesRepId: orgUsers.salesRepId,
      status: orgUsers.status,
      joined: orgUsers.acceptedAt,
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.userId, userId), ne(orgUsers.status, 'INVITED')))
    .orderBy(asc(orgUsers.id));
}

/** Their connections and open invites, with the names the other people show them. */
async function connectionsOfMine({ db, userId }: Asker) {
  return (await findConnections(db, userId)).map((connection) => {
    const { displayName, organizations } = otherPerson(connection, userId);
    const { status, invited, connected } = connection;
    return {
      displayName,
      organizations,
      status,
      invitedByMe: connection.invitingUser.userId === userId,
      invited,
      connected,
    };
  });
}

/** Their direct channels across organizations, which `messages` names by their id. */
async function directChannelsOf({ db, userId }: Asker) {
  const channels = await db.select().from(networkChannels).where(networkChannelsOf(userId)).orderBy(networkChannels.id);
  return channels.map(({ id, isFrozen, createdAt }) => ({ id, isFrozen, created: createdAt.toISOString() }));
}

/** Orders they placed, for each organization as its seller, then as its buyer. */
async function* ordersPlaced({ db, userId }: Asker, memberships: readonly Membership[]) {
  const by = eq(orders.createdByUserId, userId);
  for (const { orgId, organization } of memberships) {
    for (const [side, where] of [
      ['seller', eq(orders.orgId, orgId)],
      ['buyer', and(eq(orders.buyerOrgId, orgId), ne(orders.orgId, orgId))],
    ] as const) {
      const read = (after: SQL | undefined) =>
        db
          .select({
            id: orders.id,
            at: orders.createdAt,
            orderNumber: orders.orderNumber,
            status: orders.status,
            totalUsd: orders.totalUsd,
          })
          .from(orders)
          .where(and(where, by, after))
          .orderBy(asc(orders.createdAt), asc(orders.id))
          .limit(BATCH);
      for await (const { id: _, at, ...order } of eachOf(read, orders)) {
        yield { organization, side, ...order, placed: at.toISOString() };
      }
    }
  }
}

/** Their comments on orders their organizations sold or bought. */
async function* commentsBy({ db, userId }: Asker, memberships: readonly Membership[]) {
  const by = eq(orderComments.authorUserId, userId);
  for (const { orgId, organization } of memberships) {
    for (const where of [
      and(eq(orderComments.orgId, orgId), eq(orders.orgId, orgId)),
      and(eq(orders.buyerOrgId, orgId), ne(orders.orgId, orgId)),
    ]) {
      const read = (after: SQL | undefined) =>
        db
          .select({
            id: orderComments.id,
            at: orderComments.createdAt,
            orderNumber: orders.orderNumber,
            comment: orderComments.comment,
          })
          .from(orderComments)
          .innerJoin(orders, and(eq(orders.orgId, orderComments.orgId), eq(orders.id, orderComments.orderId)))
          .where(and(where, by, after))
          .orderBy(asc(orderComments.createdAt), asc(orderComments.id))
          .limit(BATCH);
      for await (const { id: _, at, comment, orderNumber } of eachOf(read, orderComments)) {
        const people = await namesOfMentioned(db, orgId, [comment]);
        yield { organization, orderNumber, comment: commentText(comment, people), written: at.toISOString() };
      }
    }
  }
}

/** What they reported as wrong with orders, and what they answered to such reports. */
async function* problemsBy({ db, userId }: Asker, memberships: readonly Membership[]) {
  for (const { orgId, organization } of memberships) {
    for (const [words, where] of [
      [orderProblems.message, and(eq(orders.buyerOrgId, orgId), eq(orderProblems.reportedByUserId, userId))],
      [orderProblems.answer, and(eq(orders.orgId, orgId), eq(orderProblems.answeredByUserId, userId))],
    ] as const) {
      const read = (after: SQL | undefined) =>
        db
          .select({
            id: orderProblems.id,
            at: orderProblems.createdAt,
            orderNumber: orders.orderNumber,
            text: words,
            answered: orderProblems.answeredAt,
          })
          .from(orderProblems)
          .innerJoin(orders, and(eq(orders.orgId, orderProblems.orgId), eq(orders.id, orderProblems.orderId)))
          .where(and(where, after))
          .orderBy(asc(orderProblems.createdAt), asc(orderProblems.id))
          .limit(BATCH);
      for await (const { at, orderNumber, text, answered } of eachOf(read, orderProblems)) {
        const written = words === orderProblems.message ? at : answered;
        yield { organization, orderNumber, text, written: written?.toISOString() };
      }
    }
  }
}

type Placed = { id: number; at: Date };

/** Rows in keyset batches, oldest first, so a long list needs no more memory than a batch. */
async function* eachOf<R extends Placed>(
  read: (after: SQL | undefined) => Promise<R[]>,
  { id, createdAt }: { id: PgColumn; createdAt: PgColumn },
): AsyncGenerator<R> {
  for (let after: SQL | undefined; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = sql`(${createdAt}, ${id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::bigint)`;
  }
}

/** One JSON object: short values whole, long lists item by item. */
async function* toJson(
  whole: Readonly<Record<string, unknown>>,
  long: Readonly<Record<string, AsyncIterable<unknown>>>,
) {
  let separator = '{\n';
  for (const [name, value] of Object.entries(whole)) {
    yield `${separator}  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2)}`;
    separator = ',\n';
  }
  for (const [name, items] of Object.entries(long)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let between = '\n    ';
    for await (const item of items) {
      yield between + JSON.stringify(item);
      between = ',\n    ';
    }
    yield '\n  ]';
  }
  yield '\n}\n';
}
