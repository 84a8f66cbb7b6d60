import { expect, test } from 'vitest';
import { notifications } from '../../../domain/notifications/contract';
import { STORM_ABOVE } from '../../../domain/notifications/storm';
import { noticeAt } from '../../../server/notices/notices';
import { openApp } from '../../support/app';
import { makeOrder, makeSeller } from '../../support/factories';
import { allTold } from '../../support/notifications/told';
import { runJob } from '../../support/reports/report-letters';

const grouped = await openApp();
const apart = await openApp({ environment: { FEED_GROUPS: 'false' } });

test.each([
  ['are an entry a day', () => grouped, [3]],
  ['are an entry each where groups are switched off', () => apart, [1, 1, 1]],
] as const)('new orders of a company %s', async (_, open, counts) => {
  const app = open();
  const { db } = app.database;
  const seller = await makeSeller(db);
  const at = new Date();
  for (let times = 0; times < 3; times += 1) {
    const { order } = await makeOrder(db, seller);
    const payload = { orderId: order.id, companyId: seller.company.id };
    const notice = noticeAt(
      { type: 'NEW_BUYER_ORDER', orgId: seller.org.id, subject: `order:${order.id}`, payload },
      { by: null, now: at },
    );
    await runJob(app, notice.name, notice.data as object);
  }
  await allTold(app);
  const owner = await app.as(seller.owner.user, seller.org);
  const { groups } = await owner.expectOk(notifications.list, { query: {} });
  expect(groups.map(({ count }) => count)).toEqual(counts);
});

test('where groups are switched off, no storm is one entry either', async () => {
  const { db } = apart.database;
  const seller = await makeSeller(db);
  const owner = await apart.as(seller.owner.user, seller.org);
  const now = new Date();
  for (let times = 0; times <= STORM_ABOVE; times += 1) {
    const notice = noticeAt(
      {
        type: 'HISTORICAL_SYNC_COMPLETE',
        orgId: seller.org.id,
        subject: `license:${seller.license.id}`,
        payload: { licenseId: seller.license.id },
      },
      { by: null, now },
    );
    await runJob(apart, notice.name, notice.data as object);
  }
  const first = await owner.expectOk(notifications.list, { query: {} });
  const rest = await owner.expectOk(notifications.list, { query: { after: first.next ?? '' } });
  expect([...first.groups, ...rest.groups].map(({ count }) => count)).toEqual(Array(STORM_ABOVE + 1).fill(1));
});
