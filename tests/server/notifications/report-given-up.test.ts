import { afterAll, expect, test } from 'vitest';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import { openApp } from '../../support/app';
import { makeMember, makeSeller } from '../../support/factories';
import { openSmtp } from '../../support/mail/smtp';
import { countsOf, toldOf } from '../../support/notifications/told';
import { both } from '../../support/permissions';
import { makeDue, runJob } from '../../support/reports/report-letters';

const smtp = await openSmtp();
const app = await openApp({ environment: { SMTP_URL: smtp.url, LOG_LEVEL: 'silent' } });
const { db } = app.database;
afterAll(() => smtp.down());

test('REPORT_UNSENT tells who scheduled a report that a member’s email was given up, until the next one arrives', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const [refused, taken] = await Promise.all(
    [1, 2].map(() => makeMember(db, seller, { features: { BROWSE_MY_ORDERS: both }, companyIds: [seller.company.id] })),
  );
  if (!refused || !taken) throw new Error('nobody');
  smtp.refused.add(refused.user.email);
  const { id } = await owner.expectOk(calls.create, {
    body: {
      orgId: seller.org.id,
      name: 'Monday revenue',
      search: {
        filters: {},
        viewOptions: { reportType: 'REVENUE', interval: 'MONTH', split: 'NONE', value: 'quantity' },
      },
      schedule: { repeat: 'DAY', hour: 7 },
      timeZone: 'America/Los_Angeles',
      recipientIds: [refused.orgUserId, taken.orgUserId],
    },
  });
  const mail = async () => {
    await makeDue(app, id);
    await runJob(app, 'find-due-mailings');
  };
  const told = () => toldOf(app, seller.owner.user, 'REPORT_UNSENT');

  await mail();
  await expect.poll(async () => (await told()).length, { timeout: 30_000 }).toBe(1);
  expect(await told()).toMatchObject([
    {
      title: `Monday revenue wasn’t emailed to ${refused.user.firstName} ${refused.user.lastName}`,
      lines: ['The email couldn’t be delivered.', ''],
      outcome: null,
    },
  ]);
  expect(await countsOf(app, [refused.user, taken.user], 'REPORT_UNSENT')).toEqual([0, 0]);

  smtp.refused.delete(refused.user.email);
  await mail();
  await expect.poll(async () => (await told())[0]?.outcome, { timeout: 30_000 }).toBe('Emailed again');
  expect(await told()).toHaveLength(1);
});
