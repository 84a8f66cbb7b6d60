import { beforeAll, describe, expect, test } from 'vitest';
import { orders as contract, purchaseOrders } from '../../../../domain/orders/contract';
import { orderComments } from '../../../../server/db/schema';
import { makeMember, makeOrder, makeSeller } from '../../../support/factories';
import { openCommentStage, say } from '../../../support/orders/comments';

const { app, seller, buyer, owner } = await openCommentStage();
let id: number;

beforeAll(async () => {
  id = (await makeOrder(app.database.db, seller, { buyer })).order.id;
});

async function newOrder(salesRepOrgUserIds: number[] = []) {
  return (await makeOrder(app.database.db, seller, { salesRepOrgUserIds })).order.id;
}

describe('comments of an order', () => {
  test('are listed newest first, 50 a page', async () => {
    const { db } = app.database;
    const orderId = await newOrder();
    const row = { orgId: seller.org.id, orderId, authorUserId: seller.owner.user.id };
    await db.insert(orderComments).values(
      Array.from({ length: 53 }, (_, n) => ({
        ...row,
        comment: `Comment ${n}`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      })),
    );
    const list = (page: number) => owner.expectOk(contract.comments, { params: { id: orderId }, query: { page } });
    const first = await list(0);
    expect(first.resultCount).toBe(53);
    expect(first.results).toHaveLength(50);
    expect(first.results[0]?.comment).toBe('Comment 52');
    expect((await list(1)).results.map(({ comment }) => comment)).toEqual(['Comment 2', 'Comment 1', 'Comment 0']);
  });

  test('are written, edited and deleted by their author', async () => {
    const orderId = await newOrder();
    const comment = await owner.expectOk(contract.addComment, {
      params: { id: orderId },
      body: { comment: '  Called about the delivery window.  ' },
    });
    expect(comment).toMatchObject({ comment: 'Called about the delivery window.', edited: false, isMine: true });
    const params = { id: orderId, commentId: comment.id };
    const edited = await owner.expectOk(contract.editComment, { params, body: { comment: 'They take it on Friday.' } });
    expect(edited).toMatchObject({ id: comment.id, comment: 'They take it on Friday.', edited: true });
    await owner.expectOk(contract.removeComment, { params });
    const { results } = await owner.expectOk(contract.comments, { params: { id: orderId }, query: {} });
    expect(results).toEqual([]);
  });

  test('can’t be edited or deleted by a colleague', async () => {
    const { id: commentId } = await owner.expectOk(contract.addComment, { params: { id }, body: { comment: 'Mine' } });
    const colleague = await makeMember(app.database.db, seller.org, { defaultRoleId: 'ADMIN' });
    const caller = await app.as(colleague.user, seller.org);
    const params = { id, commentId };
    expect((await caller.call(contract.editComment, { params, body: { comment: 'Yours' } })).status).toBe(403);
    expect((await caller.call(contract.removeComment, { params })).status).toBe(403);
    const { results } = await caller.expectOk(contract.comments, { params: { id }, query: {} });
    expect(results[0]).toMatchObject({ comment: 'Mine', isMine: false });
  });

  test.each([
    ['blank', '   '],
    ['longer than 4,000 characters', 'x'.repeat(4001)],
  ])('are refused when %s', async (_, comment) => {
    const answer = await say(owner, id, comment);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { comment: expect.any(String) } });
  });

  test('are the seller’s own: the buyer can’t reach them or see them in the order', async () => {
    const secret = 'They always pay late';
    await say(owner, id, secret);
    const caller = await app.as(buyer.owner.user, buyer.org);
    expect((await caller.call(contract.comments, { params: { id }, query: {} })).status).toBe(404);
    expect((await say(caller, id, 'Hello?')).status).toBe(404);
    const seen = await caller.expectOk(purchaseOrders.get, {
      params: { orderId: id },
      query: { orgId: buyer.org.id },
    });
    expect(JSON.stringify(seen)).not.toContain(secret);
  });

  test('of another seller’s order, or of another order, aren’t found', async () => {
    const { id: commentId } = await owner.expectOk(contract.addComment, { params: { id }, body: { comment: 'Here' } });
    const stranger = await makeSeller(app.database.db);
    const caller = await app.as(stranger.owner.user, stranger.org);
    expect((await caller.call(contract.comments, { params: { id }, query: {} })).status).toBe(404);
    expect((await caller.call(contract.removeComment, { params: { id, commentId } })).status).toBe(404);
    const elsewhere = { id: await newOrder(), commentId };
    expect((await owner.call(contract.removeComment, { params: elsewhere })).status).toBe(404);
  });

  test('can be written by a rep on their own orders, and only read on others', async () => {
    const rep = await makeMember(app.database.db, seller.org, { defaultRoleId: 'USER' });
    const caller = await app.as(rep.user, seller.org);
    expect((await say(caller, await newOrder([rep.orgUserId]), 'On it')).status).toBe(200);
    const other = await newOrder();
    expect((await say(caller, other, 'On it')).status).toBe(403);
    expect((await caller.call(contract.comments, { params: { id: other }, query: {} })).status).toBe(200);
  });
});
