import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog, mailbox, channelInvites as table } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeChannelInvite, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { allTold, countsOf, toldOf } from '../../support/notifications/told';
import { both, readOnly } from '../../support/permissions';

const { channelInvites, orgChannels } = contract;

const app = await openApp();
const { db } = app.database;

type Side = SellerFixture & { caller: TestCaller };
const makeSide = async (): Promise<Side> => {
  const seller = await makeSeller(db);
  return { ...seller, caller: await app.as(seller.owner.user, seller.org) };
};

let acme: Side;
let coastal: Side;

beforeEach(async () => {
  [acme, coastal] = [await makeSide(), await makeSide()];
});

const of = ({ org }: Side) => ({ orgId: org.id });
const list = (side: Side) => side.caller.expectOk(channelInvites.list, { params: of(side) });
const send = (side: Side, body: object) =>
  side.caller.call(channelInvites.send, { params: of(side), body: body as { invitedOrgId: number } });
const invite = async (topic = 'Menus') => {
  const made = await send(acme, { invitedOrgId: coastal.org.id, topic });
  if (!made.ok) throw new Error(made.body.userFriendlyMessage);
  return made.body;
};
const answer = (side: Side, id: number, status: 'INVITED' | 'IGNORED' | 'ACCEPTED' | 'REMOVED') =>
  side.caller.call(channelInvites.update, { params: { ...of(side), id }, body: { status } });
const expire = (id: number) =>
  db
    .update(table)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(table.id, id));

describe('an invite', () => {
  test('is read by both sides, each from its own, and by nobody else', async () => {
    const { id } = await invite();
    const shared = { id, topic: 'Menus', status: 'INVITED', invitingOrg: { id: acme.org.id, name: acme.org.name } };
    expect(await list(acme)).toMatchObject([{ ...shared, side: 'INVITING', invitedOrgName: coastal.org.name }]);
    expect(await list(coastal)).toMatchObject([{ ...shared, side: 'INVITED', cid: null }]);
    const stranger = await makeSide();
    expect(await list(stranger)).toEqual([]);
    expect(await answer(stranger, id, 'ACCEPTED')).toMatchObject({ status: 404 });
  });

  test('needs an organization, which is another one that exists', async () => {
    for (const [body, says] of [
      [{}, 'invitedOrgId required'],
      [{ invitedOrgId: acme.org.id }, 'Choose another organization'],
      [{ invitedOrgId: 2_000_000_000 }, 'Organization not found'],
    ] as const) {
      expect(await send(acme, body)).toMatchObject({ status: 400, body: { errors: { invitedOrgId: says } } });
    }
  });

  test('is sent, read and answered by those whose role lets them', async () => {
    const { id } = await invite();
    const reader = await makeMember(db, coastal, {
      features: { PARTNER_CHANNEL_INVITES: readOnly, PARTNER_CHANNELS_BROWSE_JOIN: readOnly },
    });
    const answering = await makeMember(db, coastal, {
      features: { PARTNER_CHANNEL_INVITES: both, PARTNER_CHANNELS_BROWSE_JOIN: readOnly },
    });
    const clerk = await makeMember(db, coastal, { features: { PARTNER_CHANNELS_BROWSE_JOIN: both } });
    const as = async ({ user }: typeof clerk): Promise<Side> => ({
      ...coastal,
      caller: await app.as(user, coastal.org),
    });
    expect(await (await as(clerk)).caller.call(channelInvites.list, { params: of(coastal) })).toMatchObject({
      status: 403,
    });
    expect(await answer(await as(clerk), id, 'ACCEPTED')).toMatchObject({ status: 403 });
    expect(await list(await as(reader))).toMatchObject([{ id }]);
    expect(await answer(await as(reader), id, 'ACCEPTED')).toMatchObject({ status: 403 });
    expect(await send(await as(reader), { invitedOrgId: acme.org.id, topic: 'Back' })).toMatchObject({ status: 403 });
    expect(await answer(await as(answering), id, 'ACCEPTED')).toMatchObject({ status: 200 });
    const channel = await (await as(answering)).caller.expectOk(orgChannels.list, { params: of(coastal) });
    expect(channel).toMatchObject([{ role: 'owner', memberUserIds: expect.arrayContaining([answering.user.id]) }]);
  });

  test('accepted leaves both lists, opens the channel and tells who invited', async () => {
    const { id } = await invite();
    expect(await toldOf(app, coastal.owner.user, 'ORG_TO_ORG_INVITE_RECEIVED')).toMatchObject([
      {
        title: `${acme.org.name} invites you to a shared channel`,
        lines: ['About Menus', expect.stringContaining('From ')],
        route: '/chat/browse-invites',
        outcome: null,
      },
    ]);
    expect(await countsOf(app, [acme.owner.user], 'ORG_TO_ORG_INVITE_RECEIVED')).toEqual([0]);
    const accepted = await answer(coastal, id, 'ACCEPTED');
    expect(accepted).toMatchObject({ body: { status: 'ACCEPTED', cid: expect.any(String) } });
    expect([await list(acme), await list(coastal)]).toEqual([[], []]);
    expect(await toldOf(app, coastal.owner.user, 'ORG_TO_ORG_INVITE_RECEIVED')).toMatchObject([
      { outcome: 'Accepted' },
    ]);
    const cid = accepted.ok ? accepted.body.cid : '';
    expect(await toldOf(app, acme.owner.user, 'ORG_TO_ORG_INVITE_ACCEPTED')).toMatchObject([
      { title: `${coastal.org.name} accepted your invite to a shared channel`, route: `/chat/messages/${cid}` },
    ]);
    expect(await countsOf(app, [coastal.owner.user], 'ORG_TO_ORG_INVITE_ACCEPTED')).toEqual([0]);
    expect(await answer(coastal, id, 'ACCEPTED')).toMatchObject({ status: 409 });
    expect(await answer(acme, id, 'REMOVED')).toMatchObject({ status: 409 });
  });

  test('ignored stays with the invited, and looks open to who sent it, whose audit log says nothing', async () => {
    const { id } = await invite();
    expect(await answer(coastal, id, 'IGNORED')).toMatchObject({ body: { status: 'IGNORED' } });
    expect(await list(coastal)).toMatchObject([{ status: 'IGNORED' }]);
    expect(await list(acme)).toMatchObject([{ status: 'INVITED' }]);
    const logged = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, `${id}`));
    const changes = logged.filter(
      ({ entity, endpoint }) => entity === 'channel-invite' && endpoint.startsWith('PATCH'),
    );
    expect(changes.map(({ orgId }) => orgId)).toEqual([coastal.org.id]);
    expect(await answer(coastal, id, 'INVITED')).toMatchObject({ body: { status: 'INVITED' } });
    expect(await answer(coastal, id, 'ACCEPTED')).toMatchObject({ status: 200 });
  });

  test('declined leaves both lists and can’t be repeated for three weeks; withdrawn can be at once', async () => {
    const { id } = await invite();
    await allTold(app);
    expect(await send(acme, { invitedOrgId: coastal.org.id, topic: 'menus' })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('already invited') },
    });
    expect(await answer(coastal, id, 'REMOVED')).toMatchObject({ body: { status: 'REMOVED' } });
    expect([await list(acme), await list(coastal)]).toEqual([[], []]);
    expect(await toldOf(app, coastal.owner.user, 'ORG_TO_ORG_INVITE_RECEIVED')).toMatchObject([
      { outcome: 'Declined' },
    ]);
    expect(await send(acme, { invitedOrgId: coastal.org.id, topic: 'Menus' })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('declined') },
    });
    const another = await invite('Trims');
    expect(await answer(acme, another.id, 'REMOVED')).toMatchObject({ status: 200 });
    expect(await countsOf(app, [coastal.owner.user], 'ORG_TO_ORG_INVITE_RECEIVED')).toEqual([1]);
    expect(await invite('Trims')).toMatchObject({ status: 'INVITED' });
  });

  test('expires, is no longer accepted, and is sent again', async () => {
    const { id } = await invite();
    await expire(id);
    expect([await list(acme), await list(coastal)]).toMatchObject([[{ status: 'EXPIRED' }], [{ status: 'EXPIRED' }]]);
    expect(await answer(coastal, id, 'ACCEPTED')).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: `This invite expired. Ask ${acme.org.name} to send it again.` },
    });
    expect(await answer(acme, id, 'INVITED')).toMatchObject({ body: { status: 'INVITED' } });
    expect(await answer(coastal, id, 'ACCEPTED')).toMatchObject({ status: 200 });
    const lapsed = await makeChannelInvite(
      db,
      { from: acme.org, to: coastal.org, by: acme.owner.user },
      { topic: 'Trims', sentAt: new Date(Date.now() - 20 * 86_400_000) },
    );
    expect(await invite('Trims')).toMatchObject({ status: 'INVITED' });
    expect((await list(acme)).map((one) => one.id)).not.toContain(lapsed.id);
  });

  test('isn’t sent for a channel they share, nor past one of theirs that is open', async () => {
    const { id } = await invite();
    expect(await send(coastal, { invitedOrgId: acme.org.id, topic: 'MENUS' })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: `${acme.org.name} invited you to this channel. Accept their invite instead.` },
    });
    await answer(coastal, id, 'ACCEPTED');
    for (const side of [acme, coastal]) {
      const other = side === acme ? coastal : acme;
      expect(await send(side, { invitedOrgId: other.org.id, topic: 'menus' })).toMatchObject({
        status: 409,
        body: { internalCode: 991, errors: { topic: expect.stringContaining('Choose another topic') } },
      });
    }
  });

  test('accepted by two at once, or accepted and withdrawn at once, has one outcome', async () => {
    const second = await makeMember(db, coastal, { defaultRoleId: 'ADMIN' });
    const also: Side = { ...coastal, caller: await app.as(second.user, coastal.org) };
    const { id } = await invite();
    const twice = await Promise.all([answer(coastal, id, 'ACCEPTED'), answer(also, id, 'ACCEPTED')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = await invite('Trims');
    const opposed = await Promise.all([answer(coastal, other.id, 'ACCEPTED'), answer(acme, other.id, 'REMOVED')]);
    expect(opposed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const both = await Promise.all([
      send(acme, { invitedOrgId: coastal.org.id, topic: 'Clones' }),
      send(coastal, { invitedOrgId: acme.org.id, topic: 'Clones' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is emailed to whom it names, who alone of the two sides’ lists doesn’t learn of it', async () => {
    const made = await send(acme, {
      invitedOrgId: coastal.org.id,
      topic: 'Menus',
      invitedEmail: 'Buyer@Coastal.example',
    });
    expect(made).toMatchObject({ body: { invitedEmail: 'buyer@coastal.example' } });
    expect(await list(coastal)).toMatchObject([{ invitedEmail: '' }]);
    const sent = async () =>
      (await db.select().from(mailbox)).filter((letter) => JSON.stringify(letter).includes('buyer@coastal.example'));
    await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1);
    expect(JSON.stringify(await sent())).toContain('/chat/browse-invites');
  });
});
