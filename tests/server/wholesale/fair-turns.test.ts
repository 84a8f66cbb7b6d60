import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { acquireTurn, acquireTurnBehind } from '../../../server/integrations/acquire-turn';
import { openApp } from '../../support/app';
import { makeProduct, makeSeller } from '../../support/factories';
import { shopFor } from '../../support/wholesale/shops';

const app = await openApp();
const { db } = app.database;

test('a person’s call comes before those of jobs, however many wait', async () => {
  const limit = { name: `fair-${randomUUID()}`, gapMs: 60 };
  const done: string[] = [];
  const jobs = Array.from({ length: 30 }, async (_, n) => {
    await acquireTurnBehind(db, limit);
    done.push(`job ${n}`);
  });
  await jobs[0];
  await Promise.race(jobs.slice(1, 4));
  const before = done.length;
  await acquireTurn(db, limit.name, limit.gapMs);
  expect(done.length - before).toBeLessThanOrEqual(3);
  await Promise.all(jobs);
});

test('an organization with very many orders never holds up another’s', async () => {
  const shops = await Promise.all(
    [3_000, 2].map(async (count) => {
      const seller = await makeSeller(db);
      await makeProduct(db, seller, { sku: 'FAIR-1', quantity: '1000000' });
      const shop = shopFor(app, seller, await app.as(seller.owner.user, seller.org));
      await shop.addProduct('11', { sku: 'FAIR-1' });
      await shop.addCustomer('21');
      await shop.placeMany(count, { customerId: '21', lines: [{ productId: '11', quantity: '1', price: '10.00' }] });
      await shop.connect();
      return shop;
    }),
  );
  const [large, small] = shops;
  const all = large?.read();
  await small?.read();
  await small?.start();
  // The small one is read and in while the large one is still being read.
  expect((await large?.syncRow())?.sweptAt).toBeNull();
  await all;
});
