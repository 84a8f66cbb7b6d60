import { mkdirSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { InvoiceContent } from '../../../domain/accounting/push/invoice';
import { accountingCustomers, accountingDocuments, companies, orders, organizations } from '../../../server/db/schema';
import { alone, create } from '../../../server/sandbox/accounting/store';
import { actInBooks } from '../../support/accounting/books';
import { makeBooks } from '../../support/accounting/factories';
import { axeFindings, hasFocus, noDialog, scrollsSideways } from '../../support/browser';
import { only } from '../../support/factories';
import { dialog, heading, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const SHOTS = process.env.SCREENSHOTS;

let books: { connectionId: number; realm: string };
let place: { orgId: number; companyId: number };

const stage = openStage({
  keepsWindows: true,
  async prepare({ db }) {
    const [org] = await db.select().from(organizations).where(eq(organizations.name, 'Fernhollow Farms'));
    const [company] = await db
      .select()
      .from(companies)
      .where(and(eq(companies.orgId, org?.id ?? 0), eq(companies.usState, 'CA')));
    if (!org || !company) throw new Error('the demo has its companies');
    place = { orgId: org.id, companyId: company.id };
    books = await makeBooks(db, { org, company });
  },
});
const at = (screen: string) => `/account/integrations/accounting/${place.companyId}/${screen}`;
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const choose = async (page: Page, name: string | RegExp, act: string | RegExp) => {
  await row(page, name)
    .first()
    .getByRole('button', { name: /actions|more/i })
    .click();
  await page.getByRole('menuitem', { name: act }).click();
};
/** Pictures to look at, where a folder is named. */
async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` });
  }
}

it('suggestions are accepted one by one or together, and a record is chosen by keyboard', async () => {
  const page = await stage.visit(OWNER, at('customers'));
  await heading(page, 'Customers in the books');
  await page.getByRole('button', { name: 'Read the books again' }).click();
  await row(page, 'Cedar Garden').getByText('Suggested').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'customers');
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });

  await choose(page, 'Cedar Garden', 'Accept Cedar Garden');
  await said(page, 'is mapped.');
  await row(page, 'Cedar Garden').getByText('Mapped', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Accept all certain…' }).click();
  await dialog(page).getByRole('list', { name: 'Suggestions' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'certain');
  await dialog(page)
    .getByRole('button', { name: /^Accept \d+ suggestion/ })
    .click();
  await noDialog(page);

  await choose(page, 'Blue Door Garden', 'Choose…');
  await hasFocus(dialog(page).getByRole('combobox'));
  await page.keyboard.type('Walk-in');
  await page.locator('.ant-select-item-option', { hasText: 'Walk-in customer' }).waitFor();
  await page.keyboard.press('Enter');
  await shot(page, 'choose');
  await dialog(page).getByRole('button', { name: 'Map', exact: true }).click();
  await noDialog(page);
  await said(page, 'is mapped.');
});

it('orders are compared with the books, and a difference is settled', async () => {
  const { db } = stage.database.database;
  const customers = await db.execute<{ externalId: string }>(
    `select external_id as "externalId" from accounting_customers where connection_id = ${books.connectionId} order by customer_id limit 1`,
  );
  const customer = customers.rows[0]?.externalId ?? '';
  const [latest] = await db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(and(eq(orders.orgId, place.orgId), eq(orders.companyId, place.companyId), eq(orders.status, 'ACCEPTED')))
    .orderBy(orders.createdAt)
    .limit(1);
  const day = latest?.createdAt.toISOString().slice(0, 10) ?? '';
  await alone(db, books.realm, (tx) =>
    create(tx, books.realm, 'Invoice', {
      DocNumber: 'HAND-1',
      TxnDate: day,
      TotalAmt: 120,
      Balance: 120,
      CustomerRef: { value: customer },
      Line: [],
    }),
  );
  const page = await stage.visit(OWNER, at('audit'));
  await said(page, 'Nothing compared yet');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await dialog(page).getByLabel('Ordered from').waitFor();
  await shot(page, 'compare');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await noDialog(page);
  await page.getByText(/ compared: /).waitFor();
  await page.getByRole('searchbox', { name: 'Find an order or customer' }).fill('HAND-1');
  await row(page, /HAND-1/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await choose(page, /HAND-1/, 'Mark as noted');
  await dialog(page).getByRole('button', { name: 'Mark as noted' }).click();
  await noDialog(page);
  await row(page, /HAND-1/).waitFor({ state: 'detached' });
  await page.goto(`${at('audit')}?settled=true`);
  await row(page, /HAND-1/).waitFor();
  await page.goto(at('audit'));
  await page.getByText(/ 1 settled/).waitFor();
  await shot(page, 'audit');
});

it('a payment made in the books is accepted, and the order is paid', async () => {
  const { db } = stage.database.database;
  // Of a customer the books know by the same record, or they'd be told of as well.
  const { order, externalCustomerId } = only(
    await db
      .select({ order: orders, externalCustomerId: accountingCustomers.externalId })
      .from(orders)
      .innerJoin(
        accountingCustomers,
        and(
          eq(accountingCustomers.orgId, orders.orgId),
          eq(accountingCustomers.connectionId, books.connectionId),
          eq(accountingCustomers.customerId, orders.customerId),
        ),
      )
      .where(
        and(
          eq(orders.orgId, place.orgId),
          eq(orders.companyId, place.companyId),
          eq(orders.status, 'ACCEPTED'),
          eq(orders.paidUsd, '0.00'),
        ),
      )
      .orderBy(orders.id)
      .limit(1),
  );
  const total = Number(order.invoicedUsd);
  const invoice = await alone(db, books.realm, (tx) =>
    create(tx, books.realm, 'Invoice', {
      DocNumber: order.orderNumber,
      TxnDate: order.createdAt.toISOString().slice(0, 10),
      TotalAmt: total,
      Balance: total,
      CustomerRef: { value: externalCustomerId },
      Line: [],
    }),
  );
  const content = { customerId: order.customerId, totalUsd: order.invoicedUsd, orderNumber: order.orderNumber };
  await db.insert(accountingDocuments).values({
    orgId: place.orgId,
    connectionId: books.connectionId,
    orderId: order.id,
    kind: 'INVOICE',
    content: content as InvoiceContent,
    sentContent: content as InvoiceContent,
    sentRevision: 1,
    externalId: invoice.entityId,
    externalVersion: '0',
    externalNumber: order.orderNumber,
    state: 'SENT',
  });
  const page = await stage.visit(OWNER, at('changes'));
  await said(page, 'Nothing to decide');
  await actInBooks(stage.verdant, books.realm, { act: 'pay', kind: 'Invoice', id: invoice.entityId });
  await row(page, order.orderNumber).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'changes');
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose(page, order.orderNumber, 'Record the payment');
  await dialog(page).getByText('recorded on the order').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Record the payment' }).click();
  await noDialog(page);
  await row(page, order.orderNumber).waitFor({ state: 'detached' });
  const [paid] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, place.orgId), eq(orders.id, order.id)));
  expect(paid?.paidUsd).toBe(order.invoicedUsd);
});
