import { loadavg } from 'node:os';
import { accountingAudits } from '../domain/accounting/audit-contract';
import { makeBooks } from '../tests/support/accounting/factories';
import { makeCustomer, makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { verdict } from './verdict';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 10_000);
/** Of so many orders, one differs in each way. */
const DIFFERS_EVERY = 100;
/** Records of a page, and pages a second, as the accounting service limits them. */
const PAGE = 1_000;
const CALLS_A_SECOND = 10;
const GOAL_SECONDS = 60;

/** Orders compared with the sandbox's books at its limits: seconds, and beside what the pages alone take at that pace. */
export async function benchAccountingAudit(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    const customer = await makeCustomer(db, seller);
    const { connectionId, realm } = await makeBooks(db, seller);
    const token = await mintToken(db, server.config, seller.owner.user.subject, { expiresIn: 7200 });
    await fill(server, {
      orgId: seller.org.id,
      companyId: seller.company.id,
      customerId: customer.id,
      connectionId,
      realm,
    });
    const headers = {
      authorization: `Bearer ${token}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
    };
    const path = (of: string) => `${server.url}/api${of.replace(':companyId', String(seller.company.id))}`;
    const start = performance.now();
    const begun = await fetch(path(accountingAudits.start.path), {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ orgId: seller.org.id }),
    });
    if (!begun.ok) throw new Error(`${begun.status} ${await begun.text()}`);
    const { id } = (await begun.json()) as { id: number };
    const row = await finished(server, id);
    const seconds = (performance.now() - start) / 1000;
    if (row.state !== 'DONE' || row.compared !== ORDERS)
      throw new Error(`${row.state}: ${row.compared} ${row.problem}`);
    const found = await server.database.pool.query(
      'select kind, count(*)::int as count from accounting_findings where audit_id = $1 group by 1 order by 1',
      [id],
    );
    const pages = (2 * ORDERS) / PAGE;
    console.log(`accounting: audit of ${ORDERS.toLocaleString('en-US')} orders, load ${loadavg()[0]?.toFixed(1)}`);
    console.log(`  seconds: ${verdict(seconds, '≤', GOAL_SECONDS)}`);
    console.log(
      `  its ${pages} pages of invoices and payments alone take ${(pages / CALLS_A_SECOND).toFixed(1)} s at the limit`,
    );
    console.log(`  found: ${found.rows.map(({ kind, count }) => `${kind} ${count}`).join(', ')}`);
  });
}

async function finished({ database }: FreshServer, id: number) {
  for (;;) {
    const { rows } = await database.pool.query(
      'select state, problem, compared_count as compared from accounting_audits where id = $1',
      [id],
    );
    if (rows[0].state === 'DONE' || rows[0].state === 'FAILED') return rows[0];
    await new Promise((done) => setTimeout(done, 100));
  }
}

type Place = { orgId: number; companyId: number; customerId: number; connectionId: number; realm: string };

/** A year of orders with their invoices and payments in the books, as they are after they were pushed. */
async function fill({ database }: FreshServer, place: Place): Promise<void> {
  const { pool } = database;
  const { orgId, companyId, customerId, connectionId, realm } = place;
  await pool.query(
    `insert into accounting_customers (org_id, connection_id, customer_id, external_id, external_name)
     values ($1, $2, $3, '1', 'There')`,
    [orgId, connectionId, customerId],
  );
  await pool.query(
    `insert into accounting_remotes (org_id, connection_id, kind, external_id, name, record, seen_at)
     values ($1, $2, 'CUSTOMER', '1', 'There', '{"isActive": true, "version": "0"}', now())`,
    [orgId, connectionId],
  );
  await pool.query(
    `insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd,
       total_usd, invoiced_usd, paid_usd, created_at)
     select $1, $2, $3, 'There', 'B-' || n, 'ACCEPTED', 'MANUAL', 100, 100, 100, 40, now() - n * interval '365 days' / $4::int
       from generate_series(1, $4::int) n`,
    [orgId, companyId, customerId, ORDERS],
  );
  const day = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`;
  await pool.query(
    `insert into sandbox_entities (stand_in, realm, kind, entity_id, data, modified_at)
     select 'accounting', $1, 'Invoice', 'i' || id, jsonb_build_object('DocNumber', order_number, 'TxnDate', ${day},
         'TotalAmt', case when id % $2 = 1 then 90 else 100 end, 'Balance', case when id % $2 = 1 then 50 else 60 end,
         'CustomerRef', jsonb_build_object('value', '1'), 'Line', '[]'::jsonb, 'PrivateNote', '',
         'createTime', created_at), created_at
       from orders where org_id = $3 and id % $2 <> 2`,
    [realm, DIFFERS_EVERY, orgId],
  );
  await pool.query(
    `insert into sandbox_entities (stand_in, realm, kind, entity_id, data, modified_at)
     select 'accounting', $1, 'Payment', 'p' || id, jsonb_build_object('TxnDate', ${day}, 'TotalAmt', 40,
         'CustomerRef', jsonb_build_object('value', '1'), 'PrivateNote', '', 'createTime', created_at,
         'Line', jsonb_build_array(jsonb_build_object('Amount', 40, 'LinkedTxn',
           jsonb_build_array(jsonb_build_object('TxnId', 'i' || id, 'TxnType', 'Invoice'))))), created_at
       from orders where org_id = $2`,
    [realm, orgId],
  );
  const content = (more: string) => `jsonb_build_object('customerId', customer_id, 'day', ${day}, ${more})`;
  await pool.query(
    `insert into accounting_documents (org_id, connection_id, order_id, kind, content, sent_content, sent_revision,
       external_id, external_version, external_number, state)
     select org_id, $1, id, 'INVOICE', ${content(`'totalUsd', '100.00'`)}, ${content(`'totalUsd', '100.00'`)}, 1,
            'i' || id, '0', order_number, 'SENT'
       from orders where org_id = $2 and id % $3 <> 2`,
    [connectionId, orgId, DIFFERS_EVERY],
  );
  await pool.query(
    `insert into accounting_documents (org_id, connection_id, order_id, payment_id, kind, content, sent_content,
       sent_revision, external_id, external_version, state)
     select org_id, $1, id, id, 'PAYMENT', ${content(`'amount', '40.00'`)}, ${content(`'amount', '40.00'`)}, 1,
            'p' || id, '0', 'SENT'
       from orders where org_id = $2`,
    [connectionId, orgId],
  );
  await pool.query('analyze');
}
