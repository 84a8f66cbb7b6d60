import { loadavg } from 'node:os';
import { orders } from '../domain/orders/contract';
import { makeOrder, makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { makeIntake } from '../tests/support/intakes/factories';
import { withFreshServer } from './fresh-server';
import { middle, verdict } from './verdict';

const PACKAGES = Number(process.env.BENCH_PACKAGES ?? 250_000);
const INTAKES = 200;
const OF_ONE = 200;
const ORDERS = 2_000;
const ROUNDS = 100;
const GOALS = { list: 1.5, page: 1.5, scan: 1 };
/** A scan is answered within this, 19 of 20 times. */
const SCAN_MS = 100;

/** The list of intakes, one of 200 packages and a scan at the dock beside 250,000 packages, over a page of orders. */
export async function benchIntakes(): Promise<void> {
  await withFreshServer(4, async ({ database: { db, pool }, config, url }) => {
    const seller = await makeSeller(db);
    const { org, license } = seller;
    for (let at = 0; at < ORDERS; at += 1) await makeOrder(db, seller);
    await pool.query(
      `with item as (
         insert into tracking_items (org_id, license_id, tracking_id, name, category_name, unit_of_measure)
         values ($1, $2, 1, 'Blue Dream Jar', 'Buds (prepackaged)', 'ea') returning id)
       insert into packages (org_id, license_id, item_id, label, quantity, unit_of_measure, status, last_activity_at)
       select $1, $2, item.id, '1A4060300005' || lpad(n::text, 12, '0'), 10, 'ea', 'ACTIVE', now()
         from item, generate_series(1, $3::int) n`,
      [org.id, license.id, PACKAGES],
    );
    let large = await makeIntake(db, seller);
    for (let at = 1; at < INTAKES; at += 1) large = await makeIntake(db, seller, { carries: Array(OF_ONE).fill({}) });
    await pool.query('analyze');
    const token = await mintToken(db, config, seller.owner.user.subject, { expiresIn: 7200 });
    const headers = { authorization: `Bearer ${token}`, 'org-id': String(org.id), 'content-type': 'application/json' };
    const ask = async (path: string, body?: object) => {
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(`${url}/api${path}`, init);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    const base = `/licenses/${license.id}/intakes`;
    const one = `${base}/${large.transfer.id}`;
    // What the dock asks of: expected here, another intake's, known, and unknown.
    const tags = [large.labels[7], large.labels[150], '1A4060300005000000000042', '1A4060300000000000000042'];
    const calls = {
      orders: () => ask(orders.search.path, { orgId: org.id, filters: {} }),
      list: () => ask(base),
      page: () => ask(one),
      scan: (round: number) => ask(`${one}/find/${tags[Math.abs(round) % tags.length]}`),
    };
    const taken = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]));
    for (let round = -4; round < ROUNDS; round += 1) {
      for (const [name, call] of Object.entries(calls)) {
        const start = performance.now();
        await call(round);
        if (round >= 0) taken.get(name)?.push(performance.now() - start);
      }
    }
    const ms = (name: keyof typeof calls) => middle(taken.get(name) ?? []);
    const over = (name: keyof typeof GOALS) =>
      `${ms(name).toFixed(1)} ms  ${verdict(ms(name) / ms('orders'), '≤', GOALS[name])}`;
    const scans = (taken.get('scan') ?? []).toSorted((a, b) => a - b);
    const slow = scans[Math.floor(scans.length * 0.95)] ?? Number.NaN;
    console.log(
      `\nIntakes, beside a page of ${ORDERS} orders (${ms('orders').toFixed(1)} ms), load ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(`  a page of ${INTAKES}          ${over('list')}`);
    console.log(`  one of ${OF_ONE} packages    ${over('page')}`);
    console.log(`  a scan at the dock     ${over('scan')}`);
    console.log(
      `  19 of 20 scans beside ${PACKAGES.toLocaleString('en-US')} packages, in ms over ${SCAN_MS}  ${verdict(slow / SCAN_MS, '≤', 1)}\n`,
    );
  });
}
