import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/db/client';

type Named = Readonly<Record<string, readonly [length: number, ...columns: string[]]>>;

/** What people and other systems name or write freely, by table, with nearly the longest text each may hold. */
const NAMED: Named = {
  approval_requests: [196, 'reason'],
  brand_suggestions: [150, 'suggested_name'],
  brands: [196, 'name', 'tagline'],
  buyer_companies: [150, 'dba'],
  cart_items: [196, 'notes'],
  carts: [196, 'order_notes', 'delivery_preferences'],
  change_files: [120, 'name'],
  change_rows: [150, 'label'],
  companies: [196, 'name'],
  company_addresses: [196, 'name', 'line_one', 'city'],
  company_payment_options: [60, 'name'],
  customer_service_zones: [60, 'name'],
  customer_statuses: [60, 'name'],
  customers: [196, 'name', 'notes', 'address', 'delivery_preferences', 'hold_reason'],
  deal_bid_versions: [196, 'note'],
  lab_reports: [150, 'lab_name'],
  licenses: [150, 'name', 'dba', 'licensee_name', 'address_line_one', 'city'],
  offers: [196, 'product_name', 'brand_name', 'note'],
  order_comments: [196, 'comment'],
  order_line_items: [196, 'product_name', 'brand_name', 'notes'],
  order_mails: [196, 'subject'],
  order_payments: [196, 'note'],
  order_problems: [196, 'message', 'answer'],
  order_transitions: [196, 'reason'],
  orders: [196, 'customer_name', 'notes', 'buyer_notes', 'delivery_preferences', 'shipping_details', 'external_id'],
  org_users: [80, 'title', 'invited_name'],
  organizations: [196, 'name'],
  packages: [150, 'location_name', 'owner_name', 'received_from', 'recipient', 'notes'],
  price_schedules: [196, 'name'],
  product_follows: [196, 'product_name'],
  product_lines: [196, 'name'],
  products: [196, 'name', 'sku'],
  report_mailings: [80, 'name'],
  roles: [60, 'name'],
  saved_searches: [80, 'name'],
  standing_list_lines: [196, 'product_name', 'sku'],
  standing_lists: [80, 'name'],
  strains: [150, 'name'],
  tracking_differences: [196, 'note'],
  tracking_items: [150, 'name', 'strain_name', 'category_name'],
  transfer_packages: [150, 'item_name', 'recipient_name'],
  transfers: [150, 'shipper_name', 'recipient_name'],
  users: [80, 'first_name', 'last_name'],
};

/** What hangs on an order only now and then, on one of each side, as those who read it have written all of it. */
export async function fillOrders({ db }: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const order = sql`select id, org_id, created_by_user_id from orders where id = ${id}`;
    await db.execute(sql`
      insert into order_comments (org_id, order_id, author_user_id, comment)
      select org_id, id, created_by_user_id, 'Packed.' from (${order}) as chosen`);
    await db.execute(sql`
      insert into order_payments (org_id, order_id, amount, payment_type, payment_date, note)
      select org_id, id, 1, 'CASH', current_date, 'Deposit' from (${order}) as chosen`);
    await db.execute(sql`
      insert into order_problems (org_id, order_id, kind, lines, message, reported_by_user_id)
      select org_id, id, 'DAMAGED', array[repeat('W', 196)], 'Crushed.', created_by_user_id from (${order}) as chosen`);
    await db.execute(sql`
      insert into order_mails (org_id, order_id, recipients, subject, message, files, created_by_user_id, deliveries)
      select org_id, id, array[repeat('w', 60) || '@harborvine.example'], 'Invoice', 'Attached.',
        '[{"kind": "INVOICE", "name": "invoice.pdf"}]', created_by_user_id,
        jsonb_build_object(repeat('w', 60) || '@harborvine.example', jsonb_build_object('problem', 'No such person'))
      from (${order}) as chosen`);
    await db.execute(sql`update order_transitions set reason = 'As agreed' where order_id = ${id}`);
  }
}

/** Renames everything to wide words without a blank, each its own, that no line can hold. */
export async function nameLong({ db }: Database): Promise<void> {
  for (const [table, [length, ...columns]] of Object.entries(NAMED)) {
    const at = sql.identifier(table);
    const named = columns.map((name) => {
      const column = sql.identifier(name);
      return sql`${column} = case when ${column} is not null then repeat('W', ${length - 8}) || lpad(k::text, 8, '0') end`;
    });
    await db.execute(sql`
      update ${at} set ${sql.join(named, sql`, `)}
      from (select ctid as place, row_number() over () as k from ${at}) as numbered where ${at}.ctid = place`);
  }
}
