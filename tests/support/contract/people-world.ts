import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/db/client';
import {
  chatExportParts,
  chatExports,
  connections,
  failedJobs,
  oidcPayloads,
  orgUsers,
  recordingViews,
} from '../../../server/db/schema';
import { NO_ORGANIZATION } from '../../../server/db/schema/tenant';
import { issueCode } from '../../../server/identity/codes';
import {
  type BuyerFixture,
  makeRole,
  makeUser,
  type OrgFixture,
  only,
  type SellerFixture,
  type UserFixture,
} from '../factories';
import { makeNotification } from '../notifications/feeds';
import { agreeToUsage, makeRecording } from '../usage/recordings';

/** Invitations, connections and what the seller's owner is told; emails and jobs that failed. */
export interface PeopleWorld {
  /** Someone the seller invited. */
  inviteeId: number;
  /** Of an invitation for the seller's owner to the buyer's team. */
  inviteCode: string;
  /** An entry of the feed of the seller's owner, and what is in another. */
  notifications: { groupName: string; activityId: number };
  /** Of the seller's owner: an invite received, one sent, a connection, and a stranger's link. */
  connections: { receivedId: number; sentId: number; connectedId: number; code: string };
  /** Recordings of the seller's owner, one of them watched by support. */
  recordings: { id: number; otherId: number; watchedId: number; viewId: number };
  /** A session of the seller's owner. */
  sessionId: string;
  /** Emails of the seller's organization that couldn't be sent. */
  unsentEmailIds: [number, number];
  /** A job of no organization that was given up. */
  failedJobId: number;
  otherFailedJobId: number;
  /** A file of the seller's channels that its owner asked for. */
  chatExportId: number;
  /** Confirms the email of the seller's owner. */
  mailCode: string;
}

type Of = { seller: SellerFixture; buyer: BuyerFixture; orderId: number; staff: UserFixture };

export async function makePeopleWorld(db: Db, { seller, buyer, orderId, staff }: Of): Promise<PeopleWorld> {
  const inviteeId = await invite(db, seller.org, `new-${seller.org.id}@example.com`, randomUUID());
  const inviteCode = randomUUID();
  await invite(db, buyer.org, seller.owner.user.email, inviteCode);
  const unsent = {
    queue: 'order-letter',
    data: { orgId: seller.org.id, orderId, orgUserId: seller.owner.orgUserId },
  };
  const reason = 'The mail server refused this address.';
  const letter = {
    ...unsent,
    orgId: seller.org.id,
    recipient: 'rep@example.com',
    subject: 'New order',
    reason,
    tries: 1,
  };
  const lost = { orgId: NO_ORGANIZATION, queue: 'purge-expired', data: null, reason, tries: 15 };
  const [unsentEmail, otherUnsentEmail, failedJob, otherFailedJob] = await db
    .insert(failedJobs)
    .values([
      { ...letter, jobId: randomUUID() },
      { ...letter, jobId: randomUUID() },
      { ...lost, jobId: randomUUID() },
      { ...lost, jobId: randomUUID() },
    ])
    .returning({ id: failedJobs.id });
  const sessionId = randomUUID();
  const signedIn = { model: 'Session', id: sessionId, uid: sessionId, accountId: seller.owner.user.subject };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(oidcPayloads).values({ ...signedIn, payload: { loginTs: 1_700_000_000 }, expiresAt });
  return {
    inviteeId,
    inviteCode,
    recordings: await makeRecordings(db, seller, staff),
    notifications: {
      groupName: (await makeNotification(db, seller.owner.user.id)).groupName,
      activityId: (await makeNotification(db, seller.owner.user.id)).activityId,
    },
    connections: await makeConnections(db, seller.owner.user),
    sessionId,
    unsentEmailIds: [unsentEmail?.id ?? 0, otherUnsentEmail?.id ?? 0],
    failedJobId: failedJob?.id ?? 0,
    otherFailedJobId: otherFailedJob?.id ?? 0,
    chatExportId: await makeChatExport(db, seller),
    mailCode: await issueCode(db, seller.owner.user.id, 'verify'),
  };
}

async function makeConnections(db: Db, { id }: UserFixture): Promise<PeopleWorld['connections']> {
  const [from, to, friend, stranger] = [await makeUser(db), await makeUser(db), await makeUser(db), await makeUser(db)];
  const invite = { status: 'INVITED' as const, invitedAt: new Date() };
  const accepted = { status: 'ACCEPTED' as const, invitedAt: new Date(), connectedAt: new Date() };
  const [received, sent, connected] = await db
    .insert(connections)
    .values([
      { ...invite, invitingUserId: from.id, invitedUserId: id },
      { ...invite, invitingUserId: id, invitedUserId: to.id },
      { ...accepted, invitingUserId: id, invitedUserId: friend.id },
    ])
    .returning();
  return {
    receivedId: received?.id ?? 0,
    sentId: sent?.id ?? 0,
    connectedId: connected?.id ?? 0,
    code: stranger.connectionCode,
  };
}

async function invite(db: Db, org: OrgFixture, email: string, inviteCode: string): Promise<number> {
  const { id: roleId } = await makeRole(db, org, { defaultRoleId: 'USER' });
  const inviteExpiresAt = new Date(Date.now() + 86_400_000);
  const values = { orgId: org.id, email, roleId, status: 'INVITED', inviteCode, inviteExpiresAt };
  return only(await db.insert(orgUsers).values(values).returning()).id;
}

async function makeChatExport(db: Db, { org, owner }: SellerFixture): Promise<number> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const made = { orgId: org.id, askedByUserId: owner.user.id, readyAt: new Date(), expiresAt };
  const { id: exportId } = only(await db.insert(chatExports).values(made).returning());
  await db.insert(chatExportParts).values({ orgId: org.id, exportId, part: 0, text: '{}' });
  return exportId;
}

async function makeRecordings(
  db: Db,
  { org, owner }: SellerFixture,
  staff: UserFixture,
): Promise<PeopleWorld['recordings']> {
  const who = { userId: owner.user.id, orgId: org.id };
  await agreeToUsage(db, who);
  const make = () => makeRecording(db, who);
  const watchedId = await make();
  const view = { recordingId: watchedId, byUserId: staff.id, reason: 'They see no orders' };
  const { id: viewId } = only(await db.insert(recordingViews).values(view).returning());
  return { id: await make(), otherId: await make(), watchedId, viewId };
}
