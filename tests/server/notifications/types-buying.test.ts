import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { follows } from '../../../domain/directory/follow-contract';
import { notifications } from '../../../domain/notifications/contract';
import { orgUsers, productFollows, products } from '../../../server/db/schema';
import {
  app,
  approve,
  ask as askNow,
  buyer,
  clerk,
  colleague,
  db,
  decline,
  eachWithBuyers,
  owner,
  product,
  rule,
  seller,
  withdraw,
} from '../../support/carts/approving';
import { makeMember } from '../../support/factories';
import { allTold, countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { runJob } from '../../support/reports/report-letters';

await eachWithBuyers();

/** Asks for approval; whoever decides was told of it before. */
const ask = async () => {
  const asked = await askNow();
  await allTold(app);
  return asked;
};
const boss = () => buyer.owner.user;
/** Leaves a person on the team, without any permission. */
const losesRights = async (orgUserId: number) => {
  const { roleId } = await makeMember(db(), buyer, { features: {} });
  const licenseIds = [buyer.license.id];
  await db().update(orgUsers).set({ roleId, licenseIds }).where(eq(orgUsers.id, orgUserId));
};

describe('APPROVAL_ASKED and APPROVAL_DECIDED', () => {
  test('are for who approves and for who asked, and a decision settles the question', async () => {
    await rule();
    const other = await colleague();
    const { id } = await ask();
    expect(await toldOf(app, boss(), 'APPROVAL_ASKED')).toMatchObject([
      {
        title: `${clerk.user.firstName} ${clerk.user.lastName} asks you to approve an order`,
        lines: [expect.stringContaining('$200.00'), 'It needs approval: above $100.00.'],
        route: `/orders/purchases/approvals/${id}`,
        outcome: null,
      },
    ]);
    const others = [clerk.user, other.user, seller.owner.user];
    expect(await countsOf(app, others, 'APPROVAL_ASKED')).toEqual([0, 0, 0]);
    expect((await approve(id)).status).toBe(200);
    expect(await toldOf(app, boss(), 'APPROVAL_ASKED')).toMatchObject([{ outcome: 'Approved' }]);
    expect(await toldOf(app, clerk.user, 'APPROVAL_DECIDED')).toMatchObject([
      {
        title: `${boss().firstName} ${boss().lastName} approved your order`,
        route: expect.stringMatching(/^\/orders\/purchases\/\d+$/),
      },
    ]);
    expect(await countsOf(app, [boss(), other.user, seller.owner.user], 'APPROVAL_DECIDED')).toEqual([0, 0, 0]);
  });

  test('is decided in the feed by who approves, while it waits', async () => {
    await rule();
    const { id } = await ask();
    await allTold(app);
    const acts = async () => {
      const caller = await app.as(boss(), buyer.org);
      const { groups } = await caller.expectOk(notifications.list, { query: {} });
      const asked = groups.filter(({ about }) => about === 'APPROVAL_ASKED');
      return asked.flatMap(({ activities }) => activities.flatMap((one) => one.acts.map(({ act }) => act)));
    };
    expect(await acts()).toEqual(['APPROVE_ORDER', 'DECLINE_ORDER']);
    await rule({ approverIds: [(await colleague()).orgUserId] });
    expect(await acts()).toEqual([]);
    await rule();
    expect((await approve(id)).status).toBe(200);
    expect(await acts()).toEqual([]);
  });

  test('say why it was declined, and nothing to whoever lost the permission', async () => {
    await rule();
    const { id } = await ask();
    expect((await decline(id)).status).toBe(200);
    expect(await toldOf(app, boss(), 'APPROVAL_ASKED')).toMatchObject([{ outcome: 'Declined' }]);
    expect(await toldOf(app, clerk.user, 'APPROVAL_DECIDED')).toMatchObject([
      { lines: [expect.any(String), 'They wrote: Too much for this week'], route: '/marketplace/cart' },
    ]);
    await losesRights(clerk.orgUserId);
    const [hidden] = await toldOf(app, clerk.user, 'APPROVAL_DECIDED');
    expect(hidden).toMatchObject({ title: HIDDEN_TITLE, route: null });
    expect(JSON.stringify(hidden)).not.toMatch(/\$|week/);
  });

  test('end with a withdrawal, which its own asker isn’t told', async () => {
    await rule();
    const { id } = await ask();
    expect((await withdraw(id)).status).toBe(200);
    expect(await toldOf(app, boss(), 'APPROVAL_ASKED')).toMatchObject([{ outcome: 'Withdrawn' }]);
    expect(await countsOf(app, [clerk.user], 'APPROVAL_DECIDED')).toEqual([0]);
  });

  test('ask those who approve by a new rule, and tell who asked when it needs none anymore', async () => {
    await rule();
    await ask();
    const added = await colleague();
    await rule({ approverIds: [buyer.owner.orgUserId, added.orgUserId] });
    expect(await countsOf(app, [boss(), added.user], 'APPROVAL_ASKED')).toEqual([1, 1]);
    await rule({ aboveUsd: '1000.00' });
    expect(await toldOf(app, added.user, 'APPROVAL_ASKED')).toMatchObject([{ outcome: 'Withdrawn' }]);
    expect(await toldOf(app, clerk.user, 'APPROVAL_DECIDED')).toMatchObject([
      { title: 'Your order needs no approval anymore', route: '/marketplace/cart' },
    ]);
  });
});

describe('FOLLOWED', () => {
  const follow = () =>
    owner.caller.expectOk(follows.create, {
      body: { brandId: seller.brand.id, productId: product.id, buyerLicenseId: buyer.buyerLicense.id },
    });
  const cheaper = async () => {
    await db()
      .update(products)
      .set({ wholesalePrice: '18.00' })
      .where(and(eq(products.orgId, seller.org.id), eq(products.id, product.id)));
    await runJob(app, 'follow-news', { orgId: buyer.org.id });
  };

  test('is for who follows the product, also if they want no email, and goes with the follow', async () => {
    const { id } = await follow();
    await owner.caller.expectOk(follows.mail, { body: { mail: 'NEVER' } });
    await cheaper();
    expect(await toldOf(app, boss(), 'FOLLOWED')).toMatchObject([
      { title: `${product.name}: now $18.00, was $20.00`, route: '/marketplace/following' },
    ]);
    expect(await countsOf(app, [clerk.user, seller.owner.user], 'FOLLOWED')).toEqual([0, 0]);
    await owner.caller.expectOk(follows.remove, { params: { id } });
    expect(await toldOf(app, boss(), 'FOLLOWED')).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
  });

  test('names neither product nor price to who may not buy anymore', async () => {
    await follow();
    await cheaper();
    expect(await countsOf(app, [boss()], 'FOLLOWED')).toEqual([1]);
    await losesRights(buyer.owner.orgUserId);
    const [hidden] = await toldOf(app, boss(), 'FOLLOWED');
    expect(hidden).toMatchObject({ title: HIDDEN_TITLE, route: null });
    expect(await db().$count(productFollows, eq(productFollows.orgId, buyer.org.id))).toBe(1);
  });
});
