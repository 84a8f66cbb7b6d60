import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { ORG_SERVICE_TYPE } from '../../../domain/chat/channel';
import { auditLog, sandboxChatMembers } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { writeTo } from '../../support/chat/network';
import {
  type MemberFixture,
  makeMember,
  makeOrgChannel,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { both } from '../../support/permissions';

const { badges, channelInvites, chat, orgChannels, team } = contract;

const app = await openApp();
const { db } = app.database;

type Side = SellerFixture & { caller: TestCaller; clerk: MemberFixture; clerkCaller: TestCaller };

async function makeSide(): Promise<Side> {
  const seller = await makeSeller(db);
  const clerk = await makeMember(db, seller, { features: {} });
  return {
    ...seller,
    caller: await app.as(seller.owner.user, seller.org),
    clerk,
    clerkCaller: await app.as(clerk.user, seller.org),
  };
}

let acme: Side;
let coastal: Side;
let cid: string;

const at = ({ org }: Side, channel = cid) => ({ orgId: org.id, cid: channel });
const list = (caller: TestCaller, { org }: Side) => caller.expectOk(orgChannels.list, { params: { orgId: org.id } });
const seen = async (caller: TestCaller, side: Side) => (await list(caller, side)).find((one) => one.cid === cid);
const edit = (caller: TestCaller, side: Side, change: object) =>
  caller.call(orgChannels.update, { params: at(side), body: { channelType: 'NETWORK_ORG_TO_ORG', ...change } });
const write = async (caller: TestCaller, text = 'Hello') =>
  (await writeTo(app, caller, cid, text, ORG_SERVICE_TYPE)).status;
const ids = (...people: { id: string }[]) => people.map(({ id }) => id).sort();
async function readers(): Promise<string[]> {
  const rows = await db
    .select()
    .from(sandboxChatMembers)
    .where(eq(sandboxChatMembers.cid, `${ORG_SERVICE_TYPE}:${cid}`));
  return rows.map(({ userId }) => userId).sort();
}

beforeEach(async () => {
  [acme, coastal] = [await makeSide(), await makeSide()];
  const { id } = await acme.caller.expectOk(channelInvites.send, {
    params: { orgId: acme.org.id },
    body: { invitedOrgId: coastal.org.id, topic: 'Menus' },
  });
  const accepted = await coastal.caller.expectOk(channelInvites.update, {
    params: { orgId: coastal.org.id, id },
    body: { status: 'ACCEPTED' },
  });
  cid = accepted.cid ?? '';
});

describe('a channel of two organizations', () => {
  test('has who invited and who accepted, each as the owner of their side, here and at the service', async () => {
    expect(await seen(acme.caller, acme)).toMatchObject({
      channelType: 'NETWORK_ORG_TO_ORG',
      orgId: acme.org.id,
      orgs: [{ id: acme.org.id }, { id: coastal.org.id, name: coastal.org.name }],
      name: coastal.org.name,
      topic: 'Menus',
      role: 'owner',
      frozen: false,
      frozenBy: [],
      removedUsers: [],
    });
    const theirs = await seen(coastal.caller, coastal);
    expect(theirs).toMatchObject({ name: acme.org.name, role: 'owner', orgId: coastal.org.id });
    expect(theirs?.memberUserIds.toSorted()).toEqual(ids(acme.owner.user, coastal.owner.user));
    expect(await readers()).toEqual(ids(acme.owner.user, coastal.owner.user));
    expect(await write(acme.caller)).toBe(201);
    expect(await write(coastal.caller)).toBe(201);
  });

  test('isn’t known to strangers, nor to colleagues who neither are in it nor browse partner channels', async () => {
    const stranger = await makeSide();
    expect(await seen(stranger.caller, stranger)).toBeUndefined();
    expect(await stranger.caller.call(orgChannels.join, { params: at(stranger) })).toMatchObject({ status: 404 });
    expect(await edit(stranger.caller, stranger, { frozen: true })).toMatchObject({ status: 404 });
    expect(await write(stranger.caller)).toBe(404);
    expect(await seen(acme.clerkCaller, acme)).toBeUndefined();
    expect(await acme.clerkCaller.call(orgChannels.join, { params: at(acme) })).toMatchObject({ status: 403 });
    expect(await write(acme.clerkCaller)).toBe(404);
  });

  test('is joined by whoever may, for their own organization, and left again', async () => {
    const browser = await makeMember(db, acme, { features: { PARTNER_CHANNELS_BROWSE_JOIN: both } });
    const caller = await app.as(browser.user, acme.org);
    expect(await seen(caller, acme)).toMatchObject({ role: null });
    expect(await caller.expectOk(orgChannels.join, { params: at(acme) })).toMatchObject({ role: 'member' });
    expect(await readers()).toContain(browser.user.id);
    expect(await write(caller)).toBe(201);
    expect(await caller.call(orgChannels.join, { params: at(acme) })).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: 'You’re already in this channel.' },
    });
    expect(await caller.expectOk(orgChannels.leave, { params: at(acme) })).toMatchObject({
      role: null,
      removedUsers: [{ userId: browser.user.id, orgId: acme.org.id }],
    });
    expect(await readers()).not.toContain(browser.user.id);
    expect(await write(caller)).toBe(404);
    expect(await caller.call(orgChannels.leave, { params: at(acme) })).toMatchObject({ status: 403 });
    const byRole = await makeMember(db, acme, {
      features: { PARTNER_CHANNELS_BROWSE_JOIN: { read: true, write: false } },
    });
    const reader = await app.as(byRole.user, acme.org);
    expect(await seen(reader, acme)).toMatchObject({ role: null });
    expect(await reader.call(orgChannels.join, { params: at(acme) })).toMatchObject({ status: 403 });
  });

  test('has its people added and removed by their own side only', async () => {
    expect(await edit(acme.caller, acme, { userIdsToAdd: [coastal.clerk.user.id] })).toMatchObject({
      status: 400,
      body: { errors: { userIdsToAdd: 'Choose people in your organization' } },
    });
    expect(await edit(acme.caller, acme, { userIdsToRemove: [coastal.owner.user.id] })).toMatchObject({
      status: 400,
      body: { errors: { userIdsToRemove: 'Choose people of your organization in this channel' } },
    });
    expect(await edit(acme.caller, acme, { userIdsToAdd: [acme.clerk.user.id] })).toMatchObject({ status: 200 });
    expect(await seen(acme.clerkCaller, acme)).toMatchObject({ role: 'member' });
    expect(await readers()).toEqual(ids(acme.owner.user, acme.clerk.user, coastal.owner.user));
    expect(await edit(acme.clerkCaller, acme, { userIdsToRemove: [acme.owner.user.id] })).toMatchObject({
      status: 403,
    });
    expect(await edit(acme.clerkCaller, acme, { frozen: true })).toMatchObject({ status: 403 });
    expect(await edit(acme.clerkCaller, acme, { channelTopic: 'Mine' })).toMatchObject({ status: 403 });
    expect(await edit(acme.caller, acme, { userIdsToRemove: [acme.clerk.user.id] })).toMatchObject({ status: 200 });
    expect(await seen(acme.clerkCaller, acme)).toBeUndefined();
    expect(await write(acme.clerkCaller)).toBe(404);
    expect(await seen(coastal.caller, coastal)).toMatchObject({ removedUsers: [{ userId: acme.clerk.user.id }] });
  });

  test('is paused by either organization, which alone resumes it; it stays to be read', async () => {
    expect(await write(coastal.caller)).toBe(201);
    expect(await edit(acme.caller, acme, { frozen: true })).toMatchObject({
      body: { frozen: true, frozenBy: [acme.org.id] },
    });
    expect(await write(coastal.caller)).toBe(403);
    expect(await edit(coastal.caller, coastal, { frozen: true })).toMatchObject({ status: 200 });
    expect(await edit(acme.caller, acme, { frozen: false })).toMatchObject({
      body: { frozen: true, frozenBy: [coastal.org.id] },
    });
    expect(await write(acme.caller)).toBe(403);
    expect(await edit(coastal.caller, coastal, { frozen: false })).toMatchObject({ body: { frozen: false } });
    expect(await write(acme.caller)).toBe(201);
  });

  test('has one topic each, whatever its case, and both sides’ audit logs say what changed', async () => {
    const other = await makeOrgChannel(db, {
      one: { org: coastal.org, people: [coastal.owner.user] },
      other: { org: acme.org, people: [acme.owner.user] },
      topic: 'Trims',
    });
    expect(await edit(acme.caller, acme, { channelTopic: 'TRIMS' })).toMatchObject({
      status: 409,
      body: { internalCode: 991, errors: { channelTopic: expect.stringContaining('Choose another topic') } },
    });
    expect(await edit(acme.caller, acme, { channelTopic: 'Spring menus' })).toMatchObject({
      body: { topic: 'Spring menus' },
    });
    expect((await list(coastal.caller, coastal)).map(({ topic }) => topic).sort()).toEqual(['Spring menus', 'Trims']);
    expect(other.topic).toBe('Trims');
    const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, cid));
    const changed = entries.filter(({ endpoint }) => endpoint.includes('org-to-org-channels'));
    expect(changed.map(({ orgId }) => orgId).sort()).toEqual([acme.org.id, coastal.org.id].sort());
  });

  test('loses who leaves the team, at once and at the service, whose words stay under their name', async () => {
    await edit(acme.caller, acme, { userIdsToAdd: [acme.clerk.user.id] });
    expect(await write(acme.clerkCaller, 'I was here')).toBe(201);
    await acme.caller.expectOk(team.remove, { params: { orgId: acme.org.id, id: acme.clerk.orgUserId } });
    expect((await seen(coastal.caller, coastal))?.memberUserIds).not.toContain(acme.clerk.user.id);
    await expect.poll(readers, { timeout: 60_000 }).toEqual(ids(acme.owner.user, coastal.owner.user));
    expect(await seen(coastal.caller, coastal)).toMatchObject({
      removedUsers: [{ userId: acme.clerk.user.id, orgName: acme.org.name }],
    });
  });

  test('goes to another of a side when its owner leaves, and can be left by all of one', async () => {
    await edit(acme.caller, acme, { userIdsToAdd: [acme.clerk.user.id] });
    await acme.caller.expectOk(orgChannels.leave, { params: at(acme) });
    expect(await seen(acme.clerkCaller, acme)).toMatchObject({ role: 'owner' });
    await acme.clerkCaller.expectOk(orgChannels.leave, { params: at(acme) });
    expect(await seen(acme.clerkCaller, acme)).toBeUndefined();
    expect(await seen(coastal.caller, coastal)).toMatchObject({
      memberUserIds: [coastal.owner.user.id],
      role: 'owner',
    });
    expect(await acme.caller.expectOk(orgChannels.join, { params: at(acme) })).toMatchObject({ role: 'owner' });
  });

  test('counts as unread for its people, in the organization they are in it for', async () => {
    const unread = async ({ caller, org }: Side) =>
      (await caller.expectOk(badges.count, { query: { orgId: org.id, of: 'messages' } })).messages;
    const before = await unread(acme);
    await write(coastal.caller);
    expect(await unread(acme)).toBe((before ?? 0) + 1);
    await edit(acme.caller, acme, { removeSelf: true });
    expect(await unread(acme)).toBe(before);
  });

  test('has messages deleted by their author alone', async () => {
    const { id } = await writeTo(app, acme.caller, cid, 'Ours', ORG_SERVICE_TYPE);
    expect(await coastal.caller.call(chat.deleteMessage, { params: { messageId: id } })).toMatchObject({ status: 403 });
    const stranger = await makeSide();
    expect(await stranger.caller.call(chat.deleteMessage, { params: { messageId: id } })).toMatchObject({
      status: 404,
    });
    expect(await acme.caller.call(chat.deleteMessage, { params: { messageId: id } })).toMatchObject({ status: 200 });
  });

  test('shows neither of two who blocked each other to the other one, and both to everybody else', async () => {
    await edit(acme.caller, acme, { userIdsToAdd: [acme.clerk.user.id] });
    await coastal.caller.expectOk(contract.blockedUsers.block, { params: { userId: acme.owner.user.id } });
    const shown = async (caller: TestCaller, side: Side) => (await seen(caller, side))?.memberUserIds.toSorted();
    expect(await shown(coastal.caller, coastal)).toEqual(ids(acme.clerk.user, coastal.owner.user));
    expect(await shown(acme.caller, acme)).toEqual(ids(acme.owner.user, acme.clerk.user));
    expect(await shown(acme.clerkCaller, acme)).toEqual(ids(acme.owner.user, acme.clerk.user, coastal.owner.user));
    expect(await write(acme.caller)).toBe(201);
  });

  test('has somebody of both organizations for one of them', async () => {
    const both = await makeMember(db, coastal, { defaultRoleId: 'ADMIN', user: acme.clerk.user });
    const forCoastal = await app.as(both.user, coastal.org);
    await edit(acme.caller, acme, { userIdsToAdd: [acme.clerk.user.id] });
    expect(await seen(forCoastal, coastal)).toMatchObject({ role: null });
    expect(await forCoastal.call(orgChannels.join, { params: at(coastal) })).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: `You’re in this channel for ${acme.org.name}. Leave it there first.` },
    });
    const people = (await seen(acme.caller, acme))?.members.filter(({ userId }) => userId === acme.clerk.user.id);
    expect(people).toMatchObject([{ orgId: acme.org.id }]);
  });
});
