import { describe, expect, test } from 'vitest';
import { findTransition, ORDER_STATUS_IDS, type OrderStatus } from '../../../domain/orders/status';
import { holdOf } from '../../../domain/orders/stock';
import { paymentState } from '../../../domain/orders/totals';
import { PriceWhySchema } from '../../../domain/pricing/price';
import { countWrongSoldLines } from '../../support/orders/sold-lines';
import { NOW, openDemo } from '../../support/seed/demo';

const { database, rows, value, column } = openDemo();

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
    expect(await countWrongSoldLines(database().pool)).toBe(0);
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
