import { desc, eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { Db } from '../../../server/db/client';
import {
  buyerLicenses,
  licenses,
  orderLineItems,
  orders,
  packageDepartures,
  packages,
} from '../../../server/db/schema';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { makeIntake } from '../../support/intakes/factories';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const BUYER = 'owner@harborvine.example';
/** Of the same organization; may see intakes, but none of its orders. */
const NO_ORDERS = 'browser@harborvine.example';

let made: Awaited<ReturnType<typeof deliver>>;
const { visit } = openStage({
  prepare: async ({ db }) => {
    made = await deliver(db);
  },
});

/**
 * The demo's shipped order of a shop comes on a manifest: of its first product, whose package the seller's books name, one
 * unit less, and a package nobody ordered.
 */
async function deliver(db: Db) {
  const [found] = await db
    .select({ order: orders, license: licenses })
    .from(orders)
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, orders.buyerLicenseId))
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(
      sql`${orders.status} = 'SHIPPED' and ${licenses.orgId} = (select org_id from org_users where email = ${BUYER}
          limit 1) and ${orders.id} in (select order_id from order_line_items where is_backorder = false)`,
    )
    .orderBy(desc(orders.createdAt));
  if (!found) throw new Error('The demo ships nothing to the shop');
  const { order, license } = found;
  const [seller] = await db
    .select()
    .from(licenses)
    .where(sql`${licenses.orgId} = ${order.orgId} and ${licenses.usState} = ${license.usState}`)
    .orderBy(licenses.id);
  const lines = await db.select().from(orderLineItems).where(eq(orderLineItems.orderId, order.id));
  const sold = lines.filter(({ isBackorder, baseUnit }) => !isBackorder && baseUnit === 'Unit');
  const [short] = sold;
  if (!seller || !short) throw new Error('The demo’s order has nothing by the unit');
  const [own] = await db.select().from(packages).where(eq(packages.orgId, order.orgId)).orderBy(packages.id).limit(1);
  if (!own) throw new Error('The demo’s seller has no package');
  await db.insert(packageDepartures).values({
    orgId: order.orgId,
    productId: short.productId,
    packageId: own.id,
    orderId: order.id,
    quantity: short.baseQuantity,
    isTransfer: true,
    leftAt: new Date(),
  });
  const carries = sold.map((line, at) => ({
    itemName: line.productName,
    ...(at === 0
      ? { label: own.label, quantity: String(Number(line.baseQuantity) - 1) }
      : { quantity: line.baseQuantity }),
  }));
  const { params } = await makeIntake(db, { org: { id: license.orgId }, license } as never, {
    shipperName: seller.name,
    shipperLicense: seller.licenseNumber,
    departedAt: new Date(),
    carries: [...carries, { itemName: 'Sample nobody ordered' }],
  });
  return { ...params, orderNumber: order.orderNumber, short };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Our order' });

it('a delivery shows the order it belongs to, what is short of it and what that is worth', async () => {
  const page = await visit(BUYER, `/fulfillment/intakes/${made.intakeId}?licenseId=${made.licenseId}`);
  const row = panel(page).getByRole('row', { name: made.short.productName });
  await row.getByRole('cell', { name: '-1', exact: true }).waitFor();
  await panel(page).getByText('Sample nobody ordered. No order of ours has it.').waitFor();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await row.scrollIntoViewIfNeeded();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
  await panel(page).getByRole('link', { name: made.orderNumber }).click();
  await heading(page, new RegExp(made.orderNumber));
});

it('who sees no orders sees the delivery without prices', async () => {
  const page = await visit(NO_ORDERS, `/fulfillment/intakes/${made.intakeId}?licenseId=${made.licenseId}`);
  await page.getByText('Sample nobody ordered').first().waitFor();
  expect(await page.getByText('Our order').count()).toBe(0);
  expect(await page.getByText(/\$\d/).count()).toBe(0);
});
