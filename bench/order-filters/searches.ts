import type pg from 'pg';
import type { OrderFilters } from '../../domain/orders/filters';
import { wordsOf } from '../../domain/search-text';
import type { Statement } from '../../server/db/page';
import { hasWords } from '../has-words';

/** A search as the grid asks for it, and the condition somebody would write for it by hand; `$1` is the organization. */
export type Search = { name: string; filters: OrderFilters; by: string; values: unknown[] };

export const PAGE = 25;

type Ids = {
  brand: number;
  line: number;
  rep: number;
  status: number;
  zone: number;
  license: number;
  customer: number;
};

const hasLine = (condition: string) =>
  `exists (select from order_line_items l where l.org_id = $1 and l.order_id = o.id and ${condition})`;
const ofProducts = (condition: string) =>
  hasLine(`l.product_id = any (array(select p.id from products p where p.org_id = $1 and ${condition}))`);
const ofCustomers = (condition: string) =>
  `o.customer_id = any (array(select c.id from customers c where c.org_id = $1 and ${condition}))`;

/** Each word in the customer, the number, the customer's license, or a product's name or SKU. */
const anywhere = (text: string) =>
  wordsOf(text)
    .map(
      (word) => `(${hasWords(['o.customer_name', 'o.order_number'], word)}
        or ${ofCustomers(`exists (select from licenses k where k.id = c.license_id and ${hasWords(['k.license_number'], word)})`)}
        or ${ofProducts(hasWords(['p.name', 'p.sku'], word))})`,
    )
    .join(' and ');

/** Each filter alone and six common combinations. */
export async function searchesOf(pool: pg.Pool, orgId: number, today: Date): Promise<Search[]> {
  const most = (column: string, from: string) =>
    `(select ${column} from ${from} where org_id = $1 and ${column} is not null group by 1 order by count(*) desc limit 1)`;
  const { rows } = await pool.query<Ids>(
    `select ${most('brand_id', 'products')} as brand, ${most('product_line_id', 'products')} as line,
            ${most('org_user_id', 'order_sales_reps')} as rep, ${most('customer_status_id', 'customers')} as status,
            ${most('service_zone_id', 'customers')} as zone, ${most('customer_id', 'orders')} as customer,
            (select license_id from customers where org_id = $1
              and id = ${most('customer_id', 'orders')}) as license`,
    [orgId],
  );
  const [ids] = rows;
  if (!ids) throw new Error('The organization has no orders');
  const { rows: named } = await pool.query<{ name: string }>(
    'select name from customers where org_id = $1 and id = $2',
    [orgId, ids.customer],
  );
  const customer = named[0]?.name ?? '';
  const day = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const [from, to] = [day(400), day(370)];
  const search = (name: string, filters: object, by: string, ...values: unknown[]): Search => ({
    name,
    filters: filters as OrderFilters,
    by,
    values,
  });
  const paidOn = `exists (select from order_payments p where p.org_id = $1 and p.order_id = o.id
    and p.voided_at is null and p.amount > 0 and p.payment_date between $2 and $3)`;
  const unpaid = 'o.paid_usd < o.invoiced_usd';
  return [
    search('none', {}, 'true'),
    search('status', { statuses: ['SHIPPED', 'COMPLETE'] }, `o.status in ('SHIPPED', 'COMPLETE')`),
    search(
      'created',
      { createdFrom: from, createdTo: to },
      'o.created_at >= $2 and o.created_at < $3',
      `${from}T00:00:00Z`,
      `${day(369)}T00:00:00Z`,
    ),
    search('any text', { anySearch: customer }, anywhere(customer)),
    search('any text of several kinds', { anySearch: `gelato ${customer}` }, anywhere(`gelato ${customer}`)),
    search('customer name', { customerSearch: customer }, hasWords(['o.customer_name'], customer)),
    search('order number', { sellerOrderNumber: '1077' }, hasWords(['o.order_number'], '1077')),
    search('product name', { productNameSearch: 'gelato' }, hasLine(hasWords(['l.product_name'], 'gelato'))),
    search('total', { totalFrom: '5000', totalTo: '5200' }, 'o.total_usd between $2 and $3', 5000, 5200),
    search('paid in full', { paid: true }, 'o.paid_usd >= o.invoiced_usd'),
    search('not paid in full', { paid: false }, unpaid),
    search('has a ship date', { hasShipDate: true }, 'o.ship_date is not null'),
    search('ship date', { shippedFrom: from, shippedTo: to }, 'o.ship_date between $2 and $3', from, to),
    search(
      'payment due',
      { paymentDueDateFrom: from, paymentDueDateTo: to },
      'o.payment_due_date between $2 and $3',
      from,
      to,
    ),
    search('paid on', { paidDateFrom: from, paidDateTo: to }, paidOn, from, to),
    search(
      'sales rep',
      { salesRepIds: [ids.rep] },
      'exists (select from order_sales_reps r where r.org_id = $1 and r.order_id = o.id and r.org_user_id = $2)',
      ids.rep,
    ),
    search('brand', { brandIds: [ids.brand] }, hasLine('l.brand_id = $2'), ids.brand),
    search(
      'customer status',
      { customerStatusIds: [ids.status] },
      ofCustomers('c.customer_status_id = $2'),
      ids.status,
    ),
    search('service zone', { serviceZoneIds: [ids.zone] }, ofCustomers('c.service_zone_id = $2'), ids.zone),
    search('category', { productCategoryIds: [7] }, ofProducts(`p.category = 'Pre-Roll'`)),
    search('source', { orderSources: ['WHOLESALE_MARKETPLACE'] }, `o.order_source = 'WHOLESALE_MARKETPLACE'`),
    search('entered by sales', { manual: true }, `o.order_source = 'MANUAL'`),
    search('outside number', { hasExternalId: true }, 'o.external_id is not null'),
    search('printed', { printed: false }, 'not o.printed'),
    search('product line', { productLineIds: [ids.line] }, ofProducts('p.product_line_id = $2'), ids.line),
    search('customer license', { customerLicenseIds: [ids.license] }, ofCustomers('c.license_id = $2'), ids.license),
    search('customer', { customerIds: [ids.customer] }, 'o.customer_id = $2', ids.customer),
    search(
      'status and total',
      { statuses: ['COMPLETE'], totalFrom: '500' },
      `o.status = 'COMPLETE' and o.total_usd >= 500`,
    ),
    search(
      'status, unpaid, customer',
      { statuses: ['COMPLETE'], paid: false, customerSearch: customer },
      `o.status = 'COMPLETE' and ${unpaid} and ${hasWords(['o.customer_name'], customer)}`,
    ),
    search(
      'unpaid and due',
      { paid: false, paymentDueDateTo: day(30) },
      `${unpaid} and o.payment_due_date <= $2`,
      day(30),
    ),
    search(
      'rep and status',
      { salesRepIds: [ids.rep], statuses: ['ACCEPTED', 'FULFILLED'] },
      `o.status in ('ACCEPTED', 'FULFILLED')
       and exists (select from order_sales_reps r where r.org_id = $1 and r.order_id = o.id and r.org_user_id = $2)`,
      ids.rep,
    ),
    search(
      'brand and created',
      { brandIds: [ids.brand], createdFrom: from, createdTo: to },
      `o.created_at >= $2 and o.created_at < $3 and ${hasLine('l.brand_id = $4')}`,
      `${from}T00:00:00Z`,
      `${day(369)}T00:00:00Z`,
      ids.brand,
    ),
    search(
      'customer and ship date',
      { customerIds: [ids.customer], shippedFrom: from, shippedTo: to },
      'o.customer_id = $4 and o.ship_date between $2 and $3',
      from,
      to,
      ids.customer,
    ),
  ];
}

/**
 * The same rows and their number by hand, in two ways: walking the list in its order, or gathering all matches by the
 * best index before sorting them. Both read the page's rows alone.
 */
export function byHand({ by, values }: Search, orgId: number, page: number): Statement[] {
  const where = `o.org_id = $1 and ${by}`;
  const found = `select o.id, o.created_at from orders o where ${where}`;
  return [found, `select * from (${found} offset 0) m`].map((from) => ({
    values: [orgId, ...values],
    text: `
      select o.id, o.order_number, o.status, o.customer_id, o.customer_name, o.company_id, o.order_source, o.created_at,
             o.ship_date, o.payment_due_date, o.total_usd, o.invoiced_usd, o.paid_usd, o.version, o.line_item_count,
             array(select r.org_user_id from order_sales_reps r where r.org_id = $1 and r.order_id = o.id) as reps,
             (select count(*) from (select 1 from orders o where ${where} limit 2001) m) as "resultCount"
        from (${from} order by created_at desc, id desc limit ${PAGE} offset ${page * PAGE}) page
        join orders o on o.org_id = $1 and o.id = page.id
       order by page.created_at desc, page.id desc`,
  }));
}
