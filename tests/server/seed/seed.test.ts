// Over 350 lines: all of it looks at one seeded database, which takes longer to make than to look at.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isConsistent } from '../../../domain/access/features';
import { INVENTORY_MODES, PRODUCT_STATUSES } from '../../../domain/catalogue/vocabulary';
import { findTransition, ORDER_STATUS_IDS, type OrderStatus } from '../../../domain/orders/status';
import { holdOf } from '../../../domain/orders/stock';
import { paymentState } from '../../../domain/orders/totals';
import { PriceWhySchema } from '../../../domain/pricing/price';
import { placesOf } from '../../../server/customers/zones/follow-zones';
import { authenticate } from '../../../server/identity/accounts';
import { demoAccounts, seedDemo } from '../../../server/seed';
import type { DemoSummary } from '../../../server/seed/demo';
import { drawPictures } from '../../../server/seed/pictures/drawings';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { COUNTY_OF } from '../../../server/seed/specs/zones';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { countWrongSoldLines } from '../../support/orders/sold-lines';

const NOW = new Date('2026-11-20T17:00:00Z');
const PICTURES = join(import.meta.dirname, '../../../public/pictures');

// One file over 350 lines: it reads one demo as a whole, which takes long to create, and changes nothing of it.
let demo: TestDatabase;
let summary: DemoSummary;

beforeAll(async () => {
  demo = await createTestDatabase();
  summary = await seedDemo(demo.database, { now: NOW });
});
afterAll(() => demo.drop());

// biome-ignore lint/suspicious/noExplicitAny: rows of free-hand SQL
async function rows<Row = any>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await demo.database.pool.query(text, values)).rows;
}

async function value(text: string, values: unknown[] = []): Promise<unknown> {
  const [row] = await rows<Record<string, unknown>>(text, values);
  return Object.values(row ?? {})[0];
}

const column = async (text: string) => (await rows(text)).map((row) => Object.values(row)[0]);

describe('the trade of the demo', () => {
  test('has four sellers on different plans, three buyers, 400 products, 9 more that group some of them, and 3,000 orders', async () => {
    expect(summary).toMatchObject({ organizations: 7, products: 409, orders: 3000 });
    expect(await value('select count(distinct org_id) from companies')).toBe(4);
    const plans = await column(
      'select distinct plan from organizations where id in (select org_id from companies) order by 1',
    );
    expect(plans).toEqual(['BASIC', 'ENTERPRISE', 'PAYG', 'STARTER']);
    expect(await value('select count(*) from orders')).toBe(3000);
  });

  test('keeps the stock of products of the tracking system as the sum of their packages, and has items to map', async () => {
    const wrong = await rows(
      `select product.id, stock.quantity, held.quantity as held from products product
         join product_stock stock on stock.org_id = product.org_id and stock.product_id = product.id
         left join (select mapped.org_id, mapped.product_id,
                           sum(pack.quantity / case pack.unit_of_measure when 'oz' then 16 else 1 end) as quantity
                      from product_items mapped
                      join packages pack on pack.org_id = mapped.org_id and pack.item_id = mapped.item_id and pack.status = 'ACTIVE'
                     group by mapped.org_id, mapped.product_id) held
                on held.org_id = product.org_id and held.product_id = product.id
        where product.inventory_management = 'METRC' and coalesce(held.quantity, 0) <> stock.quantity`,
    );
    expect(wrong).toEqual([]);
    const sellers = await column(
      `select distinct item.org_id from tracking_items item where not exists (select from product_items mapped
        where mapped.org_id = item.org_id and mapped.item_id = item.id) order by 1`,
    );
    expect(sellers).toHaveLength(4);
    const kept = await value(`select count(*) from sandbox_records where stand_in = 'tracking' and kind = 'item'`);
    expect(kept).toBe(await value('select count(*) from tracking_items'));
  });

  test('has customers in the zones of their addresses, and a few in zones that people chose', async () => {
    const zoned = await rows<{ address: string; us_state: string; zone: string | null; county: string | null }>(
      `select customer.address, company.us_state, zone.id::text as zone, area.service_zone_id::text as county
         from customers customer join companies company on company.id = customer.company_id
         left join customer_service_zones zone on zone.org_id = customer.org_id and zone.id = customer.service_zone_id
         left join service_zone_areas area on area.org_id = customer.org_id and area.company_id = customer.company_id
              and area.kind = 'county' and area.code = any ($1::text[]) and area.service_zone_id = zone.id
        where company.us_state = 'CA' and not customer.service_zone_by_hand and customer.address like '%Oakland%'`,
      [['06001']],
    );
    expect(zoned.length).toBeGreaterThan(0);
    expect(zoned.filter(({ zone, county }) => zone !== null && zone !== county)).toEqual([]);
    const byHand = Number(await value('select count(*) from customers where service_zone_by_hand'));
    expect(byHand).toBeGreaterThan(0);
    expect(byHand).toBeLessThan(20);
    const { countyOf } = await placesOf('CA');
    for (const [code, county] of COUNTY_OF) {
      if (county.startsWith('06')) expect([code, countyOf.get(code)]).toEqual([code, county]);
    }
  });

  test('sells in at least three states, each company in one', async () => {
    expect(await column('select distinct us_state from companies order by 1')).toEqual(['CA', 'CO', 'MI', 'OR']);
    expect(
      await value(
        'select count(*) from companies c join licenses l on l.id = c.license_id where l.us_state <> c.us_state',
      ),
    ).toBe(0);
  });

  test('gives every buyer several licenses in states where somebody sells', async () => {
    const held = await rows(
      `select o.name, count(*) as licenses,
              bool_and(l.us_state in (select us_state from companies)) as sold
         from organizations o join buyer_licenses b on b.org_id = o.id join licenses l on l.id = b.license_id
        where o.id not in (select org_id from companies) group by 1`,
    );
    expect(held).toHaveLength(3);
    for (const { licenses, sold } of held) {
      expect(licenses).toBeGreaterThan(1);
      expect(sold).toBe(true);
    }
  });

  test('has partners of other sellers’ brands, of whom some see the packages', async () => {
    const partners = await rows(
      `select o.name, count(*)::int as brands, bool_or(p.can_view_packages) as "seesSome",
              bool_and(b.org_id = p.owner_org_id and not b.disabled) as counts
         from partner_brands p join organizations o on o.id = p.org_id join brands b on b.id = p.brand_id
        group by 1 order by 1`,
    );
    expect(partners).toEqual([
      { name: 'Fernhollow Farms', brands: 3, seesSome: true, counts: true },
      { name: 'Millrace Commons', brands: 1, seesSome: true, counts: true },
      { name: 'Tidemark Distribution', brands: 2, seesSome: true, counts: true },
    ]);
    expect(await value('select count(*) from partner_brands where not can_view_packages')).toBe(2);
  });

  test('leaves one seller without the flag that shows all sales orders', async () => {
    const without = await column(
      `select name from organizations where id in (select org_id from companies)
          and id not in (select org_id from organization_flags where slug = 'BROWSE_ORDERS')`,
    );
    expect(without).toEqual(['Northwater Wholesale']);
  });

  test('lists products in every state and under every way of managing stock', async () => {
    expect((await column('select distinct listing_state from products')).sort()).toEqual(
      Object.keys(PRODUCT_STATUSES).sort(),
    );
    expect((await column('select distinct inventory_management from products')).sort()).toEqual(
      Object.keys(INVENTORY_MODES).sort(),
    );
  });

  test('groups the ways some flower is sold under parents, which are never sold themselves', async () => {
    const parents = await rows(
      `select parent.listing_state as state, count(child.id)::int as children,
              (select count(*)::int from order_line_items line
                where line.org_id = parent.org_id and line.product_id = parent.id) as sold
         from products parent join products child on child.org_id = parent.org_id and child.parent_id = parent.id
        where parent.is_parent
        group by parent.org_id, parent.id, parent.listing_state`,
    );
    expect(parents).toHaveLength(9);
    for (const parent of parents) {
      expect(parent).toMatchObject({ state: 'INTERNAL', sold: 0 });
      expect(Number(parent.children)).toBeGreaterThanOrEqual(2);
    }
  });

  test('packs as the trade does: jars by 32, pre-rolls by 50, cartridges by 24, flower by the fraction of a pound', async () => {
    const packs = await rows(
      `select distinct category, sell_in_unit_of_measure as unit, unit_multiplier::int as cases,
              allow_fractional_quantities as fractional from products where not is_parent`,
    );
    expect(packs).toEqual(
      expect.arrayContaining([
        { category: 'Buds (prepackaged)', unit: 'Case', cases: 32, fractional: false },
        { category: 'Pre-Roll', unit: 'Case', cases: 50, fractional: false },
        { category: 'Vape Cartridge (each)', unit: 'Case', cases: 24, fractional: false },
        { category: 'Buds', unit: 'Pound', cases: 1, fractional: true },
        { category: 'Infused Edible (each)', unit: 'Unit', cases: 1, fractional: false },
      ]),
    );
  });

  test.each([
    ['out of stock', "p.inventory_management <> 'UNLIMITED' and s.quantity = s.reserved"],
    ['down to the last case', 'p.sell_in_bulk and s.quantity - s.reserved = p.unit_multiplier'],
    ['on sale', 'p.sale_price < p.wholesale_price'],
    ['with a least order', 'p.minimum_order is not null'],
    ['with a most order', 'p.maximum_order is not null'],
    ['that keep their stock to themselves', 'not p.show_quantity'],
  ])('has products %s', async (_, condition) => {
    const found = await value(
      `select count(*) from products p join product_stock s on s.org_id = p.org_id and s.product_id = p.id
        where p.listing_state = 'AVAILABLE' and ${condition}`,
    );
    expect(found).toBeGreaterThan(2);
  });
});

describe('its orders', () => {
  test('stand in every status, over two years and up to the last minutes', async () => {
    expect((await column('select distinct status from orders')).sort()).toEqual([...ORDER_STATUS_IDS].sort());
    const [span] = await rows('select min(created_at) as first, max(created_at) as last from orders');
    expect(NOW.getTime() - span.first.getTime()).toBeGreaterThan(700 * 86_400_000);
    expect(NOW.getTime() - span.last.getTime()).toBeLessThan(3_600_000);
    expect(span.last.getTime()).toBeLessThan(NOW.getTime());
  });

  test('come in more often before holidays', async () => {
    const inMonth = async (month: number) =>
      value('select count(*) from orders where extract(month from created_at) = $1', [month]);
    expect(await inMonth(4)).toBeGreaterThan(((await inMonth(2)) as number) * 1.3);
  });

  test('moved only as the transition table lets them, forward in time, and stand where they last moved to', async () => {
    const moves = await rows<{ from: OrderStatus; to: OrderStatus }>(
      'select distinct from_status as from, to_status as to from order_transitions where from_status is not null',
    );
    expect(moves.length).toBeGreaterThan(15);
    for (const { from, to } of moves) expect(findTransition(from, to), `${from} to ${to}`).toBeDefined();
    const broken = await value(
      `select count(*) from (
         select *, lag(to_status) over w as was, lag(created_at) over w as before,
                lead(id) over w is null as is_last, row_number() over w as step
           from order_transitions window w as (partition by org_id, order_id order by id)
       ) t join orders o on o.org_id = t.org_id and o.id = t.order_id
       where t.from_status is distinct from t.was
          or t.created_at < t.before
          or t.created_at > $1
          or (t.step = 1 and (t.created_at <> o.created_at or t.to_status not in ('DRAFT', 'SUBMITTED')))
          or (t.is_last and t.to_status <> o.status)`,
      [NOW],
    );
    expect(broken).toBe(0);
    expect(await value('select count(*) from orders where id not in (select order_id from order_transitions)')).toBe(0);
  });

  test('were cancelled by their buyers, or as drafts by their sellers', async () => {
    const strangers = await value(
      `select count(*) from order_transitions t join orders o on o.org_id = t.org_id and o.id = t.order_id
        where t.to_status = 'CANCELLED' and t.from_status <> 'DRAFT'
          and (o.buyer_org_id is null
               or not exists (select from org_users u where u.user_id = t.actor_user_id
                                and u.org_id = o.buyer_org_id))`,
    );
    expect(strangers).toBe(0);
  });

  test('come to the sum of their lines less their discount, to the cent, and know how many those are', async () => {
    const wrong = await value(
      `select count(*) from orders o join (
         select order_id, sum(round(ordered_unit_price * quantity, 2)) as lines, count(*) as many,
                coalesce(sum(round(ordered_unit_price * quantity, 2)) filter (where not is_backorder), 0) as ordinary
           from order_line_items group by 1
       ) l on l.order_id = o.id
       where o.subtotal_usd <> l.lines or o.line_item_count <> l.many
          or o.order_discount_usd <> least(o.subtotal_usd,
               round(case o.discount_type when '%' then o.subtotal_usd * o.discount else o.discount end, 2))
          or o.total_usd <> o.subtotal_usd - o.order_discount_usd
          or o.invoiced_usd <> l.ordinary - coalesce(round(o.order_discount_usd * l.ordinary / nullif(l.lines, 0), 2), 0)`,
    );
    expect(wrong).toBe(0);
    expect(await value('select count(*) from orders where id not in (select order_id from order_line_items)')).toBe(0);
    expect(await value('select count(*) from orders where invoiced_usd < total_usd')).toBeGreaterThan(5);
    for (const type of ['%', '$']) {
      expect(
        await value('select count(*) from orders where discount_type = $1 and discount > 0', [type]),
      ).toBeGreaterThan(20);
    }
  });

  test('are in reports as they are', async () => {
    expect(await value('select count(*) from sold_lines')).toBeGreaterThan(500);
    expect(await countWrongSoldLines(demo.database.pool)).toBe(0);
  });

  test('charge what the customer’s schedules, the sale or the wholesale price say, and say which', async () => {
    const priced = await rows(
      `select l.price_why as why, l.ordered_unit_price as price, l.wholesale_price, l.sale_price, o.customer_id
         from order_line_items l join orders o on o.org_id = l.org_id and o.id = l.order_id`,
    );
    const kinds = new Set(priced.map(({ why }) => PriceWhySchema.parse(why).kind));
    expect([...kinds].sort()).toEqual([
      'sale',
      'schedule-line-percent',
      'schedule-line-price',
      'schedule-product',
      'wholesale',
    ]);
    for (const { why, price, wholesale_price, sale_price } of priced) {
      if (why.kind === 'wholesale') expect(price).toBe(wholesale_price);
      if (why.kind === 'sale') expect(price).toBe(sale_price);
    }
    expect(
      await value(
        `select count(*) from order_line_items l join orders o on o.org_id = l.org_id and o.id = l.order_id
           left join price_schedules s on s.org_id = l.org_id and s.id = (l.price_why->>'scheduleId')::bigint
           left join price_schedule_customers c on c.org_id = l.org_id and c.schedule_id = s.id and c.customer_id = o.customer_id
          where l.price_why ? 'scheduleId' and (not s.enabled or c.customer_id is null)`,
      ),
    ).toBe(0);
    expect(await value('select count(*) from price_schedules where not enabled')).toBeGreaterThan(0);
  });

  test('are paid in full, in part, too much or not at all, by payments that still count', async () => {
    const paid = await rows(
      `select o.invoiced_usd, o.paid_usd, o.status,
              coalesce(json_agg(json_build_object('amount', p.amount::text, 'voidedAt', p.voided_at))
                       filter (where p.id is not null), '[]') as payments
         from orders o left join order_payments p on p.org_id = o.org_id and p.order_id = o.id group by o.org_id, o.id`,
    );
    const states = new Set<string>();
    for (const { invoiced_usd, paid_usd, status, payments } of paid) {
      const { state, paidUsd } = paymentState(invoiced_usd, payments);
      expect(paid_usd).toBe(paidUsd);
      states.add(state);
      if (payments.length > 0) expect(['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE']).toContain(status);
    }
    expect([...states].sort()).toEqual(['OVERPAID', 'PAID', 'PARTIAL', 'UNPAID']);
    expect(await value('select count(*) from order_payments where voided_at is not null')).toBeGreaterThan(5);
    expect(await value('select count(*) from order_payments where created_at > $1 or voided_at > $1', [NOW])).toBe(0);
  });

  test('that were merged name the two orders they came from, which stand as combined', async () => {
    const merged = await rows(
      `select m.customer_id, array_agg(distinct o.status) as statuses, bool_and(o.customer_id = m.customer_id) as same,
              count(*) as sources
         from orders m join orders o on o.org_id = m.org_id and o.id = any(m.original_order_ids) group by m.org_id, m.id`,
    );
    expect(merged.length).toBeGreaterThan(5);
    for (const one of merged) expect(one).toMatchObject({ statuses: ['COMBINED'], same: true, sources: 2 });
    expect(await value("select count(*) from orders where status = 'COMBINED'")).toBe(merged.length * 2);
  });

  test('belong to the customer’s seller, and to the buyer who holds the customer’s license', async () => {
    const strangers = await value(
      `select count(*) from orders o join customers c on c.org_id = o.org_id and c.id = o.customer_id
         left join buyer_licenses b on b.license_id = c.license_id
        where c.company_id <> o.company_id
           or o.buyer_license_id is distinct from b.id or o.buyer_org_id is distinct from b.org_id`,
    );
    expect(strangers).toBe(0);
  });

  test('have comments by people of the seller', async () => {
    expect(await value('select count(*) from order_comments')).toBeGreaterThan(300);
    expect(
      await value(
        `select count(*) from order_comments c where not exists
           (select from org_users u where u.user_id = c.author_user_id and u.org_id = c.org_id)`,
      ),
    ).toBe(0);
  });
});

describe('its stock', () => {
  test('is the sum of its movements', async () => {
    const wrong = await value(
      `select count(*) from product_stock s left join (
         select product_id, sum(quantity_delta) as quantity, sum(reserved_delta) as reserved
           from stock_movements group by 1
       ) m using (product_id)
       where s.quantity <> coalesce(m.quantity, 0) or s.reserved <> coalesce(m.reserved, 0)`,
    );
    expect(wrong).toBe(0);
    expect(await value('select count(*) from product_stock')).toBe(409);
  });

  test('holds back exactly what open orders hold', async () => {
    const holding = (isBackorder: boolean) =>
      ORDER_STATUS_IDS.filter((status) => holdOf(status, { isBackorder }) === 'reserved');
    const wrong = await value(
      `select count(*) from product_stock s left join (
         select l.org_id, l.product_id,
                sum(l.quantity * case l.unit_of_measure when 'Case' then l.unit_multiplier else 1 end) as held
           from order_line_items l join orders o on o.org_id = l.org_id and o.id = l.order_id
          where o.status = any(case when l.is_backorder then $2::text[] else $1::text[] end) group by 1, 2
       ) h using (org_id, product_id)
       where s.reserved <> coalesce(h.held, 0)`,
      [holding(false), holding(true)],
    );
    expect(wrong).toBe(0);
    expect(await value('select count(*) from product_stock where reserved > 0')).toBeGreaterThan(20);
  });

  test('was never oversold, at any time', async () => {
    const oversold = await value(
      `select count(*) from (
         select org_id, product_id, sum(quantity_delta) over w as quantity, sum(reserved_delta) over w as reserved
           from stock_movements window w as (partition by org_id, product_id order by id)
       ) m join products p on p.org_id = m.org_id and p.id = m.product_id
       where p.inventory_management <> 'UNLIMITED' and (m.quantity < 0 or m.reserved < 0 or m.reserved > m.quantity)`,
    );
    expect(oversold).toBe(0);
  });

  test('is told in the order of time, each movement of an order at one of its changes of status', async () => {
    expect(
      await value(
        `select count(*) from (select created_at, lag(created_at) over (order by id) as before from stock_movements) m
          where created_at < before`,
      ),
    ).toBe(0);
    expect(
      await value(
        `select count(*) from stock_movements m where order_id is not null and not exists
           (select from order_transitions t where t.org_id = m.org_id and t.order_id = m.order_id and t.created_at = m.created_at)`,
      ),
    ).toBe(0);
  });
});

describe('its pictures', () => {
  test('are all there for whoever shows them', async () => {
    const shown = await column(
      `select image_uri from product_images
       union select profile_image_uri from organizations union select profile_image_uri from companies
       union select unnest(array[profile_image_uri, cover_image_uri]) from brands where profile_image_uri is not null`,
    );
    const files = new Set(await readdir(PICTURES));
    for (const uri of shown) expect(files.has(String(uri).replace('/pictures/', '')), String(uri)).toBe(true);
    expect(await value('select count(*) from products where id not in (select product_id from product_images)')).toBe(
      0,
    );
  });

  test('are the ones we draw, small, and load nothing from elsewhere', async () => {
    const drawn = drawPictures();
    expect((await readdir(PICTURES)).sort()).toEqual([...drawn.keys()].sort());
    for (const [name, picture] of drawn) {
      expect(await readFile(join(PICTURES, name), 'utf8'), name).toBe(picture);
      expect(picture.length, name).toBeLessThan(4000);
      expect(picture, name).not.toMatch(/href|url\(|<script|<style/);
    }
    expect(new Set(drawn.values()).size).toBe(drawn.size);
  });
});

describe('its people', () => {
  test('all sign in with the one password that is printed', async () => {
    expect(demoAccounts().join('\n')).toContain(DEMO_PASSWORD);
    for (const { email } of DEMO_ACCOUNTS) {
      expect(demoAccounts().join('\n')).toContain(email);
      expect(await authenticate(demo.database.db, email, DEMO_PASSWORD), email).toMatchObject({ email });
    }
    expect(await authenticate(demo.database.db, 'owner@fernhollow.example', 'another password')).toBeUndefined();
  });

  test('hold roles of which each permission has what it depends on, and every organization has one owner', async () => {
    for (const { name, features } of await rows('select name, features from roles')) {
      expect(isConsistent(features), name).toBe(true);
    }
    const owners = await rows(
      `select o.name, count(u.id) as owners from organizations o
         left join roles r on r.org_id = o.id and r.default_role_id = 'OWNER'
         left join org_users u on u.role_id = r.id group by o.id`,
    );
    for (const { name, owners: count } of owners) expect(count, name).toBe(1);
  });

  test('include a sales rep who only sees orders of his own, and has some', async () => {
    const [rep] = await rows(
      `select u.id, r.features from org_users u join roles r on r.id = u.role_id where u.email = 'rep@fernhollow.example'`,
    );
    expect(rep.features.BROWSE_MY_ORDERS).toEqual({ read: true, write: true });
    expect(rep.features.BROWSE_ORDERS).toBeUndefined();
    expect(await value('select count(*) from order_sales_reps where org_user_id = $1', [rep.id])).toBeGreaterThan(50);
  });

  test('include a buyer with purchase orders and one who may not make any', async () => {
    const mayBuy = async (email: string) =>
      value(
        `select coalesce((r.features->'PURCHASE_ORDERS'->>'write')::boolean, false)
           from org_users u join roles r on r.id = u.role_id where u.email = $1`,
        [email],
      );
    expect(await mayBuy('buyer@harborvine.example')).toBe(true);
    expect(await mayBuy('browser@harborvine.example')).toBe(false);
    expect(
      await value(
        `select count(distinct o.status) from orders o join org_users u on u.org_id = o.buyer_org_id
          where u.email = 'buyer@harborvine.example'`,
      ),
    ).toBeGreaterThan(5);
  });

  test('include support, a newcomer, and somebody of two organizations', async () => {
    expect(await column('select email from users where is_support')).toEqual(['support@verdant.example']);
    expect(await column('select email from users where not onboarded')).toEqual(['new@verdant.example']);
    expect(
      await column('select u.email from users u join org_users o on o.user_id = u.id group by 1 having count(*) > 1'),
    ).toEqual(['both@tidemark.example']);
  });
});

describe('the feeds of the demo', () => {
  test('tell everybody who works there of the last days, of which the older is read', async () => {
    const told = await rows<{ email: string; days: number; isRead: boolean }>(
      `select users.email, extract(epoch from $1::timestamptz - entry.updated_at) / 86400 as days, entry.is_read as "isRead"
         from notification_groups entry join users on users.id = entry.user_id`,
      [NOW.toISOString()],
    );
    const without = DEMO_ACCOUNTS.filter(({ email }) => !told.some((one) => one.email === email));
    // One only reads the menu, one has no organization yet.
    expect(without.map(({ email }) => email).sort()).toEqual(['browser@harborvine.example', 'new@verdant.example']);
    expect(told.filter(({ days, isRead }) => days > 1 && !isRead)).toEqual([]);
    expect(told.filter(({ isRead }) => !isRead).length).toBeGreaterThan(5);
    expect(told.every(({ days }) => days >= 0)).toBe(true);
  });

  test('say of an order that was accepted or rejected that it was', async () => {
    const wrong = await rows(
      `select told.outcome, orders.status from notifications told
         join orders on orders.id = substring(told.subject from '^order:([0-9]+)$')::bigint
        where (told.outcome is null) <> (orders.status = 'SUBMITTED')`,
    );
    expect(wrong).toEqual([]);
  });
});
