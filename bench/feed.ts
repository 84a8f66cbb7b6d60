import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { notifications } from '../domain/notifications/contract';
import { orders } from '../domain/orders/contract';
import { companyNotifications } from '../server/db/schema';
import { purgeFeeds } from '../server/notices/forget-feed';
import {
  makeBuyer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  makeUser,
  type SellerFixture,
} from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { orderer } from './place-orders';
import { middle, verdict } from './verdict';

const PEOPLE = 200;
const ROUNDS = 25;
const ENTRIES = 100_000;
const OLD = 1_000_000;
const PORTION = 50_000;
const ORDERS = 2_000;
const GOALS = { order: 1.1, bell: 2, count: 1, whileSwept: 2 };

/**
 * What an order takes whose seller tells 200 people, beside the same without notifications; what opening the bell and its
 * count take of somebody with 100,000 entries, beside a page of orders; and that while a million old ones are removed.
 */
export async function benchFeed(): Promise<void> {
  await withFreshServer(4, async (told) => {
    await withFreshServer(4, (untold) => compareOrders(told, untold), { FEED: 'false' });
    await openBell(told);
  });
  console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
}

async function compareOrders(told: FreshServer, untold: FreshServer): Promise<void> {
  const [one, other] = [await market(told), await market(untold)];
  const times = { told: [] as number[], untold: [] as number[], fanOut: [] as number[] };
  for (let round = -2; round < ROUNDS; round++) {
    const [withFeed, without] = [await timed(one.place), await timed(other.place)];
    const fanOut = await timed(() => everybodyTold(told, one.seller, round + 3));
    await settled(untold);
    // The first ones are for warming up.
    if (round < 0) continue;
    times.told.push(withFeed);
    times.untold.push(without);
    times.fanOut.push(fanOut);
  }
  const [withFeed, without] = [middle(times.told), middle(times.untold)];
  console.log(`\nAn order that ${PEOPLE} people are told of, the middle of ${ROUNDS}`);
  console.log(`  with notifications     ${withFeed.toFixed(1)} ms`);
  console.log(`  without                ${without.toFixed(1)} ms`);
  console.log(`  one over the other     ${verdict(withFeed / without, '≤', GOALS.order)}`);
  console.log(`  until everybody’s feed has it  ${middle(times.fanOut).toFixed(0)} ms`);
}

/** A seller with 200 people whom its company tells of orders, and a buyer who places one. */
async function market(server: FreshServer) {
  const { db } = server.database;
  const seller = await makeSeller(db);
  for (let at = 0; at < PEOPLE; at++) {
    const { orgUserId } = await makeMember(db, seller.org);
    await db
      .insert(companyNotifications)
      .values({ orgId: seller.org.id, companyId: seller.company.id, orgUserId, feedType: 'NEW_ORDER' });
  }
  const buyer = await makeBuyer(db);
  const product = await makeProduct(db, seller, { quantity: '1000000' });
  const order = orderer(server, seller, [buyer], [product.id]);
  return { seller, place: () => order(0) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function everybodyTold(
  { database: { pool } }: FreshServer,
  { org }: SellerFixture,
  times: number,
): Promise<void> {
  const text = `select count(*)::int as told from notifications one join notification_groups entry
    on entry.user_id = one.user_id and entry.name = one.group_name where entry.org_id = $1`;
  while ((await pool.query(text, [org.id])).rows[0].told < times * PEOPLE) await wait(5);
}

/** Until no job is left that the order began. */
async function settled({ database: { pool } }: FreshServer): Promise<void> {
  const text = `select from jobs.job where name like 'order-%' and state in ('created', 'retry', 'active') limit 1`;
  while ((await pool.query(text)).rowCount) await wait(20);
}

async function openBell(server: FreshServer): Promise<void> {
  const { database, config, url } = server;
  const { db, pool } = database;
  const seller = await makeSeller(db);
  for (let at = 0; at < ORDERS; at++) await makeOrder(db, seller);
  const { user } = seller.owner;
  await fill(server, user.id, { entries: ENTRIES, days: 80 });
  await pool.query('analyze');
  const headers = {
    authorization: `Bearer ${await mintToken(db, config, user.subject, { expiresIn: 3600 })}`,
    'org-id': String(seller.org.id),
    'content-type': 'application/json',
  };
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(
      `${url}/api${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const calls = {
    page: () => ask(orders.search.path, { orgId: seller.org.id, filters: {} }),
    bell: () => ask(notifications.list.path),
    count: () => ask(notifications.counts.path),
  };
  const measure = async (rounds: number) => {
    const taken = { page: [] as number[], bell: [] as number[], count: [] as number[] };
    for (let round = -3; round < rounds; round++) {
      for (const [name, call] of Object.entries(calls)) {
        const ms = await timed(call);
        if (round >= 0) taken[name as keyof typeof taken].push(ms);
      }
    }
    return { page: middle(taken.page), bell: middle(taken.bell), count: middle(taken.count) };
  };
  const quiet = await measure(ROUNDS);
  console.log(
    `\nSomebody with ${ENTRIES.toLocaleString('en-US')} entries, beside a page of ${ORDERS} orders (${quiet.page.toFixed(1)} ms)`,
  );
  console.log(`  opening the bell  ${quiet.bell.toFixed(1)} ms  ${verdict(quiet.bell / quiet.page, '≤', GOALS.bell)}`);
  console.log(
    `  its count         ${quiet.count.toFixed(1)} ms  ${verdict(quiet.count / quiet.page, '≤', GOALS.count)}`,
  );

  await fill(server, (await makeUser(db)).id, { entries: OLD, days: -95 });
  await pool.query('analyze');
  const start = performance.now();
  let ended = 0;
  const sweep = purgeFeeds(db).then(() => {
    ended = performance.now();
  });
  const meanwhile: number[] = [];
  while (ended === 0) meanwhile.push(await timed(calls.bell));
  await sweep;
  console.log(
    `  ${OLD.toLocaleString('en-US')} old entries removed in ${((ended - start) / 1000).toFixed(1)} s; opening the bell meanwhile ${middle(meanwhile).toFixed(1)} ms,`,
  );
  console.log(`  over quiet  ${verdict(middle(meanwhile) / quiet.bell, '≤', GOALS.whileSwept)}`);
}

/** Entries of one person, over the last days, or all so many days old. */
async function fill(
  { database: { pool } }: FreshServer,
  userId: string,
  { entries, days }: { entries: number; days: number },
) {
  const at = days > 0 ? `now() - ${days} * random() * interval '1 day'` : `now() - ${-days} * interval '1 day'`;
  for (let first = 1; first <= entries; first += PORTION) {
    await pool.query(
      `with made as (
         insert into notifications (user_id, group_name, event_id, subject, payload, created_at)
         select $1::uuid, 'CONNECTION_INVITE_ACCEPTED:0:connection:' || n, gen_random_uuid(), 'connection:' || n,
                jsonb_build_object('connectionId', n, 'invitedUserId', $1::uuid), ${at}
           from generate_series($2::int, $3::int) n
         returning user_id, group_name, created_at)
       insert into notification_groups (user_id, name, type, org_id, is_seen, is_read, updated_at)
       select user_id, group_name, 'CONNECTION_INVITE_ACCEPTED', 0, true, random() < 0.9, created_at from made`,
      [userId, first, Math.min(entries, first + PORTION - 1)],
    );
  }
}
