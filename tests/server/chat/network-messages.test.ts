import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog } from '../../../server/db/schema';
import { NO_ORGANIZATION } from '../../../server/db/schema/tenant';
import { openApp, type TestCaller } from '../../support/app';
import { connectPeople, writeTo } from '../../support/chat/network';
import { makeSeller, type SellerFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';

type Someone = SellerFixture & { caller: TestCaller };

const { badges, blockedUsers, chat, connections } = contract;

const app = await openApp();
let ada: Someone;
let ben: Someone;
let cid: string;
let connectionId: number;

async function someone(): Promise<Someone> {
  const seller = await makeSeller(app.database.db);
  return { ...seller, caller: await app.as(seller.owner.user, seller.org) };
}

beforeEach(async () => {
  [ada, ben] = [await someone(), await someone()];
  connectionId = await connectPeople(ada.caller, ben.caller);
  cid = (await ada.caller.expectOk(connections.startChat, { params: { id: connectionId } })).cid;
});
afterEach(stopListening);

const write = async ({ caller }: Someone, text: string) => {
  const { status, id } = await writeTo(app, caller, cid, text);
  expect(status).toBe(201);
  return id;
};
const remove = ({ caller }: Someone, messageId: string) => caller.call(chat.deleteMessage, { params: { messageId } });
const unreadOf = async ({ caller, org }: Someone) =>
  (await caller.expectOk(badges.count, { query: { orgId: org.id, of: 'messages' } })).messages;
const block = ({ caller }: Someone, { owner }: Someone) =>
  caller.expectOk(blockedUsers.block, { params: { userId: owner.user.id } });

describe('a message to a connection', () => {
  test('is deleted by its author, either of the two, and by nobody else', async () => {
    const messages = [
      { author: ada, other: ben, id: await write(ada, 'Two pallets of Gelato') },
      { author: ben, other: ada, id: await write(ben, 'I’ll take both') },
    ];
    for (const { author, other, id } of messages) {
      expect(await remove(await someone(), id)).toMatchObject({ status: 404 });
      expect(await remove(other, id)).toMatchObject({
        status: 403,
        body: { userFriendlyMessage: 'Only its author can delete a message.' },
      });
      expect(await remove(author, id)).toMatchObject({ status: 200 });
      expect(await remove(author, id)).toMatchObject({ status: 404 });
      const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id));
      expect(entries).toMatchObject([{ orgId: NO_ORGANIZATION, actorUserId: author.owner.user.id }]);
    }
  });

  test('is still deleted by its author once the two are no longer connected, and not after a block', async () => {
    const [first, second] = [await write(ada, 'One'), await write(ada, 'Two')];
    await ben.caller.expectOk(connections.remove, { params: { id: connectionId } });
    expect(await remove(ada, first)).toMatchObject({ status: 200 });
    await block(ben, ada);
    expect(await remove(ada, second)).toMatchObject({ status: 404 });
  });

  test('is unread for the other, and no longer once either blocks the other', async () => {
    await write(ada, 'Are you there?');
    expect(await unreadOf(ben)).toBe(1);
    expect(await unreadOf(ada)).toBe(0);
    expect(await unreadOf(await someone())).toBe(0);
    await block(ada, ben);
    expect(await unreadOf(ben)).toBe(0);
  });

  test('is announced to the two, in their organizations, and to nobody else', async () => {
    const third = await someone();
    const people = [ada, ben, third];
    const ears = await Promise.all(people.map(({ caller, org }) => listen(app, caller.token, org.id)));
    await write(ada, 'Hear, hear');
    for (const [index, one] of [ada, ben].entries()) {
      await ears[index]?.until(({ topic, id }) => topic === 'messages' && id === one.owner.user.id);
    }
    // Events arrive in order: had they been told, it would be here by now.
    await third.caller.expectOk(blockedUsers.block, { params: { userId: ada.owner.user.id } });
    await ears[2]?.until(({ topic }) => topic === 'connections');
    expect(ears[2]?.events.filter(({ topic }) => topic === 'messages')).toEqual([]);
  });
});
