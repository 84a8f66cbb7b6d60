import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { INVENTORY_MODES, PRODUCT_STATUSES } from '../../../domain/catalogue/vocabulary';
import { PARTNER_STATES } from '../../../domain/network/partner';
import { placesOf } from '../../../server/customers/zones/follow-zones';
import { seedDemo } from '../../../server/seed';
import type { DemoSummary } from '../../../server/seed/demo';
import { drawPictures } from '../../../server/seed/pictures/drawings';
import { COUNTY_OF } from '../../../server/seed/specs/zones';
import { createTestDatabase } from '../../support/database';
import { NOW, openDemo } from '../../support/seed/demo';

const PICTURES = join(import.meta.dirname, '../../../public/pictures');

let summary: DemoSummary;

const { rows, value, column } = openDemo(async () => {
  const made = await createTestDatabase();
  summary = await seedDemo(made.database, { now: NOW });
  return made;
});

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
        where p.status = 'ACCEPTED' group by 1 order by 1`,
    );
    expect(partners).toEqual([
      { name: 'Fernhollow Farms', brands: 3, seesSome: true, counts: true },
      { name: 'Millrace Commons', brands: 1, seesSome: true, counts: true },
      { name: 'Tidemark Distribution', brands: 2, seesSome: true, counts: true },
    ]);
    expect(await value(`select count(*) from partner_brands where status = 'ACCEPTED' and not can_view_packages`)).toBe(
      2,
    );
    expect((await column('select distinct status from partner_brands')).sort()).toEqual([...PARTNER_STATES].sort());
  });

  test('has shared brands in every state, between different organizations, and packages to see', async () => {
    const states = await column('select distinct status from shared_brands order by 1');
    expect(states).toEqual(['ENDED', 'EXPIRED', 'REFUSED', 'REQUESTED', 'RESCINDED', 'SHARED']);
    const odd = await value(
      `select count(*)::int from shared_brands s join brands b on b.id = s.brand_id join licenses l on l.id = s.license_id
        where l.org_id <> s.org_id or b.org_id <> s.owner_org_id`,
    );
    expect(odd).toBe(0);
    const seen = await value(
      `select count(*)::int from shared_brands s
         join tracking_items i on i.org_id = s.org_id and i.license_id = s.license_id and i.brand_id = s.brand_id
         join packages p on p.org_id = i.org_id and p.item_id = i.id
        where s.enabled and p.status = 'ACTIVE'`,
    );
    expect(seen).toBeGreaterThan(0);
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

describe('its deliveries', () => {
  test('have one under way that belongs to an order of the shop it goes to, and is short of it', async () => {
    const [found] = await rows(
      `with sent as materialized (
         select bought.status, bought.buyer_org_id as buyer, bought.org_id as seller, pack.label, line.product_name, line.base_quantity
           from package_departures gone
           join packages pack on pack.org_id = gone.org_id and pack.id = gone.package_id
           join orders bought on bought.org_id = gone.org_id and bought.id = gone.order_id
           join order_line_items line on line.org_id = gone.org_id and line.order_id = gone.order_id
            and line.product_id = gone.product_id and not line.is_backorder)
       select sent.status, sent.buyer, coming.org_id as receiver, sent.seller, sender.org_id as sender, carried.state,
              sent.base_quantity - carried.quantity as short, carried.item_name = sent.product_name as "isSame"
         from sent
         join transfer_packages carried on carried.label = sent.label
         join transfers coming on coming.org_id = carried.org_id and coming.id = carried.transfer_id
         join licenses sender on sender.license_number = coming.shipper_license`,
    );
    expect(found).toMatchObject({ status: 'SHIPPED', state: 'SHIPPED', short: '1', isSame: true });
    expect([found.receiver, found.sender]).toEqual([found.buyer, found.seller]);
    const unsold = `select count(*) from packages where label like '1A40603000088%' and status <> 'INACTIVE'`;
    expect(await value(unsold)).toBe(0);
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
