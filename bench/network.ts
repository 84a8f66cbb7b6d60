import { loadavg } from 'node:os';
import { findActor } from '../server/access/find-actor';
import { brandStock } from '../server/network/packages/brand-stock';
import { makePartner, makeSeller } from '../tests/support/factories';
import { makeShare } from '../tests/support/network/factories';
import { type FreshServer, withFreshServer } from './fresh-server';
import { middle, verdict } from './verdict';

const CONSENTS = 50;
const PACKAGES = Number(process.env.BENCH_PACKAGES ?? 100_000);
const ITEMS = 5_000;
const PAGE = 25;
const ROUNDS = 9;
const GOAL = 1.5;
const MOST_COUNTED = 2_001;

/** A page of others’ packages by 50 consents of both kinds over 100,000 packages, over the best statement by hand. */
export async function benchNetwork(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db, pool } = server.database;
    const reader = await makeSeller(db);
    const each = PACKAGES / CONSENTS;
    for (let at = 0; at < CONSENTS; at++) {
      const holder = await makeSeller(db);
      const isPartner = at % 2 === 0;
      const brand = isPartner ? holder.brand : reader.brand;
      if (isPartner) await makePartner(db, reader, brand, { canViewPackages: true });
      else await makeShare(db, holder, brand);
      await fill(server, holder.org.id, holder.license.id, brand.id, each);
    }
    await pool.query('vacuum analyze');
    const { subject } = reader.owner.user;
    const membership = (await findActor(pool, subject, reader.org.id))?.membership;
    if (!membership) throw new Error('The reader has an owner');
    const orgId = reader.org.id;
    console.log(
      `Others’ packages: ${PACKAGES.toLocaleString('en-US')} by ${CONSENTS} consents, load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const [sortBy, key] of [
      ['tag', 'pack.label'],
      ['quantity', 'pack.quantity'],
    ] as const) {
      for (const page of [0, 39]) {
        const asked = { orgId, filters: {}, page, itemsPerPage: PAGE, sortBy, sortDesc: false };
        const asker = { membership, now: new Date(), timeZone: 'UTC' };
        const times: [number[], number[]] = [[], []];
        for (let round = 0; round < ROUNDS; round++) {
          const found: string[] = [];
          for (const [way, statement] of [brandStock.statement(asker, asked), byHand(orgId, key, page)].entries()) {
            const start = performance.now();
            const { rows } = await pool.query<{ id: unknown }>(statement);
            times[way]?.push(performance.now() - start);
            found.push(rows.map(({ id }) => Number(id)).join());
          }
          if (found[0] !== found[1]) throw new Error('The rows by hand are others');
        }
        const [ours, theirs] = times.map(middle);
        const ratio = (ours ?? 0) / (theirs ?? 1);
        console.log(
          `  by ${sortBy}, page ${page + 1}: ${ours?.toFixed(1)} ms over ${theirs?.toFixed(1)}: ${verdict(ratio, '≤', GOAL)}`,
        );
      }
    }
  });
}

async function fill(
  { database: { pool } }: FreshServer,
  orgId: number,
  licenseId: number,
  brandId: number,
  count: number,
) {
  const items = Math.max(1, Math.floor(ITEMS / CONSENTS));
  await pool.query(
    `insert into tracking_items (org_id, license_id, tracking_id, name, category_name, unit_of_measure, brand_id)
     select $1, $2, n, 'Item ' || n, 'Edibles', 'ea', case when n <= $4::int then $3::bigint end from generate_series(1, $4::int * 2) n`,
    [orgId, licenseId, brandId, items],
  );
  // As many of no brand besides, which nobody else sees.
  await pool.query(
    `insert into packages (org_id, license_id, item_id, label, quantity, unit_of_measure, status, lab_test_state, last_activity_at)
     select $1, $2, (select min(id) from tracking_items where org_id = $1) + n % ($3::int * 2),
            '1A406' || lpad($1::text, 6, '0') || lpad(((n * 7919) % 1000003)::text, 13, '0'), (n * 7) % 900, 'ea',
            (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'ON_HOLD'])[1 + n % 4], 'TestPassed', now()
       from generate_series(1, $4::int * 2) n`,
    [orgId, licenseId, items, count],
  );
}

/** The same page by hand: consents first, then their packages by item, and their number up to as many as are counted. */
const byHand = (orgId: number, key: string, page: number) => ({
  text: `with opened as materialized (
      select p.owner_org_id as org_id, l.id as license_id, b.id as brand_id, b.name as brand from partner_brands p
        join brands b on b.id = p.brand_id and not b.disabled and b.org_id = p.owner_org_id
        join licenses l on l.org_id = p.owner_org_id and l.removed_at is null
       where p.org_id = $1 and p.can_view_packages and p.status = 'ACCEPTED' and (p.ends_at is null or p.ends_at > now())
      union all
      select s.org_id, s.license_id, b.id, b.name from shared_brands s
        join brands b on b.id = s.brand_id and not b.disabled and b.org_id = $1
        join licenses l on l.id = s.license_id and l.org_id = s.org_id and l.removed_at is null
       where s.owner_org_id = $1 and s.status = 'SHARED' and s.enabled and (s.ends_at is null or s.ends_at > now())),
    shown as not materialized (select pack.*, item.name as item, opened.brand from opened
        join tracking_items item on item.org_id = opened.org_id and item.brand_id = opened.brand_id
        join packages pack on pack.org_id = item.org_id and pack.item_id = item.id and pack.license_id = opened.license_id
       where pack.status <> 'INACTIVE')
    select pack.id, pack.label, pack.quantity, pack.unit_of_measure, pack.status, pack.lab_test_state, pack.item, pack.brand,
           license.license_number, license.name, holder.name as organization,
           (select count(*) from (select from shown limit ${MOST_COUNTED}) as few) as total
      from (select * from shown pack order by ${key}, pack.id offset ${page * PAGE} limit ${PAGE}) as pack
      join licenses license on license.id = pack.license_id join organizations holder on holder.id = license.org_id
     order by ${key}, pack.id`,
  values: [orgId],
});
