import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { dealBids, orgUsers } from '../../../server/db/schema';
import {
  acceptBid,
  app,
  bidOk,
  buyer,
  counter,
  db,
  done,
  eachWithDeal,
  endBid,
  offer,
  owner,
  product,
  seller,
  shopper,
} from '../../support/deals/dealing';
import { makeMember, makeSeller, only } from '../../support/factories';
import { allTold, countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { runJob } from '../../support/reports/report-letters';

await eachWithDeal();

const [selling, buying] = [() => seller.owner.user, () => buyer.owner.user];
const newest = async () => only(await db().select().from(dealBids).where(eq(dealBids.orgId, seller.org.id)));
const buyerName = () => buyer.buyerCompany.dba ?? buyer.buyerCompany.businessLicenseName;

/** An offer with a bid below its price, of which its seller was told. */
async function aBid() {
  const { uuid } = await offer();
  await bidOk(uuid, { price: '15.00' });
  await allTold(app);
  return uuid;
}

describe('BID_WAITS', () => {
  test('is for who made the offer, then for who bid, each settled by the answer', async () => {
    const colleagues = [(await makeMember(db(), seller)).user, (await makeMember(db(), buyer)).user];
    const stranger = (await makeSeller(db())).owner.user;
    const uuid = await aBid();
    expect(await toldOf(app, selling(), 'BID_WAITS')).toMatchObject([
      {
        title: `${buyerName()} bids on ${product.name}`,
        lines: [expect.stringContaining('$15.00'), ''],
        route: `/deals/${uuid}`,
        orgId: seller.org.id,
        outcome: null,
      },
    ]);
    expect(await countsOf(app, [buying(), ...colleagues, stranger], 'BID_WAITS')).toEqual([0, 0, 0, 0]);
    await done(counter(owner, uuid, await newest(), '17.00'));
    // It still says what was bid.
    expect(await toldOf(app, selling(), 'BID_WAITS')).toMatchObject([
      { outcome: 'Countered', lines: [expect.stringContaining('$15.00'), ''] },
    ]);
    expect(await toldOf(app, buying(), 'BID_WAITS')).toMatchObject([
      {
        title: `${seller.company.name} made a counter-offer for ${product.name}`,
        lines: [expect.stringContaining('$17.00'), ''],
        orgId: buyer.org.id,
        outcome: null,
      },
    ]);
    await done(acceptBid(shopper, uuid, await newest()));
    expect(await toldOf(app, buying(), 'BID_WAITS')).toMatchObject([{ outcome: 'Accepted' }]);
    expect(await countsOf(app, [...colleagues, stranger], 'BID_WAITS')).toEqual([0, 0, 0]);
    // The order tells the seller.
    expect(await countsOf(app, [selling(), buying()], 'BID_ENDED')).toEqual([0, 0]);
  });

  test('is settled when the bid expires', async () => {
    await aBid();
    expect(await countsOf(app, [selling()], 'BID_WAITS')).toEqual([1]);
    const own = and(eq(dealBids.orgId, seller.org.id), eq(dealBids.status, 'OPEN'));
    await db()
      .update(dealBids)
      .set({ answerBy: new Date(Date.now() - 1_000) })
      .where(own);
    await runJob(app, 'expire-deals');
    expect(await toldOf(app, selling(), 'BID_WAITS')).toMatchObject([{ outcome: 'Expired' }]);
  });

  test('isn’t told of a bid that was ordered at once', async () => {
    await bidOk((await offer()).uuid);
    expect(await countsOf(app, [selling(), buying()], 'BID_WAITS')).toEqual([0, 0]);
  });

  test('names nothing to who may no longer read bids', async () => {
    await aBid();
    expect(await countsOf(app, [selling()], 'BID_WAITS')).toEqual([1]);
    const { roleId } = await makeMember(db(), seller, { features: {} });
    await db().update(orgUsers).set({ roleId }).where(eq(orgUsers.id, seller.owner.orgUserId));
    const [hidden] = await toldOf(app, selling(), 'BID_WAITS');
    expect(hidden).toMatchObject({ title: HIDDEN_TITLE, route: null });
    expect(JSON.stringify(hidden)).not.toMatch(/15\.00/);
  });
});

describe('BID_ENDED', () => {
  test('tells the bidder that the seller declined', async () => {
    const uuid = await aBid();
    await done(endBid(owner, uuid, await newest()));
    expect(await toldOf(app, selling(), 'BID_WAITS')).toMatchObject([{ outcome: 'Declined' }]);
    expect(await toldOf(app, buying(), 'BID_ENDED')).toMatchObject([
      { title: `${seller.company.name} declined your bid on ${product.name}`, route: `/deals/${uuid}` },
    ]);
    expect(await countsOf(app, [selling()], 'BID_ENDED')).toEqual([0]);
  });

  test('tells the bidder that the seller accepted', async () => {
    const uuid = await aBid();
    await done(acceptBid(owner, uuid, await newest()));
    expect(await toldOf(app, buying(), 'BID_ENDED')).toMatchObject([
      { title: `${seller.company.name} accepted: ${product.name} is ordered`, orgId: buyer.org.id },
    ]);
    expect(await countsOf(app, [selling()], 'BID_ENDED')).toEqual([0]);
  });

  test('tells the seller that the bidder withdrew', async () => {
    const uuid = await aBid();
    await done(endBid(shopper, uuid, await newest()));
    expect(await toldOf(app, selling(), 'BID_WAITS')).toMatchObject([{ outcome: 'Withdrawn' }]);
    expect(await toldOf(app, selling(), 'BID_ENDED')).toMatchObject([
      { title: `${buyerName()} withdrew a bid on ${product.name}` },
    ]);
    expect(await countsOf(app, [buying()], 'BID_ENDED')).toEqual([0]);
  });
});
