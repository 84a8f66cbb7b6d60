import { and, eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { brands, packages, partnerBrands } from '../../../server/db/schema';
import { publish } from '../../../server/live/publish';
import { axeFindings } from '../../support/browser';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

/** Of Tidemark Distribution, a partner of Fernhollow’s brand that may view its packages. */
const PARTNER = 'owner@tidemark.example';
const OWNER = 'owner@fernhollow.example';
const REP = 'rep@fernhollow.example';
const HOLDER = 'Fernhollow Farms';

const stage = openStage();
const { visit } = stage;

async function sharedBrand() {
  const { db } = stage.database.database;
  const [brand] = await db.select().from(brands).where(eq(brands.slug, 'fernhollow'));
  const [consent] = await db
    .select()
    .from(partnerBrands)
    .where(and(eq(partnerBrands.brandId, brand?.id ?? 0), eq(partnerBrands.canViewPackages, true)));
  if (!brand || !consent) throw new Error('the demo has a partner of Fernhollow’s brand');
  return { brand, consent };
}

/** The first package the partner sees of it. */
async function firstShown(brandId: number) {
  const { rows } = await stage.database.database.pool.query<{ orgId: string; id: string; label: string }>(
    `select pack.org_id as "orgId", pack.id, pack.label from packages pack
       join tracking_items item on item.org_id = pack.org_id and item.id = pack.item_id
       join brands brand on brand.id = item.brand_id and brand.org_id = pack.org_id
      where brand.id = $1 and pack.status = 'ACTIVE' order by pack.label limit 1`,
    [brandId],
  );
  const [found] = rows;
  if (!found) throw new Error('its owner holds packages of the brand');
  return { orgId: Number(found.orgId), id: Number(found.id), label: found.label };
}

const row = (page: Page, label: string) => page.getByRole('row', { name: label });
const grid = (page: Page) => page.getByRole('grid', { name: 'Brand stock' });

it('a brand’s stock is one list over its holders, with totals, and follows the holder and the consent', async () => {
  const { db } = stage.database.database;
  const { brand, consent } = await sharedBrand();
  const one = await firstShown(brand.id);
  const page = await visit(PARTNER, `/network/stock?brandId=${brand.id}`);
  const all = await visit(PARTNER, '/network/stock');
  await row(all, one.label).waitFor();
  await heading(page, 'Brand Stock');
  await row(page, one.label).getByText(HOLDER).waitFor();
  await page.locator('summary').first().click();
  await page.getByRole('table', { name: 'Stock by holder and unit' }).getByText(HOLDER).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: one.label, exact: true }).click();
  await dialog(page).getByRole('heading', { name: one.label }).waitFor();
  await dialog(page).getByText(`${HOLDER},`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await db
    .update(packages)
    .set({ quantity: '7654' })
    .where(and(eq(packages.orgId, one.orgId), eq(packages.id, one.id)));
  await publish(db, { topic: 'packages', kind: 'changed', id: one.id, orgIds: [one.orgId] });
  await row(page, one.label).getByText('7,654').waitFor();

  await db
    .update(partnerBrands)
    .set({ status: 'ENDED', endedAt: sql`now()` })
    .where(and(eq(partnerBrands.orgId, consent.orgId), eq(partnerBrands.id, consent.id)));
  const both = [consent.orgId, consent.ownerOrgId];
  await publish(db, { topic: 'network', kind: 'changed', id: consent.id, orgIds: both });
  for (const each of [page, all]) await row(each, one.label).waitFor({ state: 'detached' });
  // What it holds of the brand itself stays.
  await grid(page).getByRole('row').nth(1).getByText('Tidemark Distribution').waitFor();
  expect(await grid(page).getByText(HOLDER).count()).toBe(0);

  await db
    .update(partnerBrands)
    .set({ status: 'ACCEPTED', endedAt: null })
    .where(and(eq(partnerBrands.orgId, consent.orgId), eq(partnerBrands.id, consent.id)));
  await publish(db, { topic: 'network', kind: 'changed', id: consent.id, orgIds: both });
  for (const each of [page, all]) await row(each, one.label).waitFor();
});

it('what the holder says otherwise than the last receipt is marked', async () => {
  const { db } = stage.database.database;
  const { brand, consent } = await sharedBrand();
  const one = await firstShown(brand.id);
  const [{ id: licenseId } = { id: 0 }] = (
    await stage.database.database.pool.query<{ id: number }>('select id from licenses where org_id = $1 limit 1', [
      consent.orgId,
    ])
  ).rows;
  const { pool } = stage.database.database;
  const { rows } = await pool.query<{ id: string }>(
    `insert into transfers (org_id, license_id, tracking_id, direction, manifest_number, shipper_name, shipper_license, modified_at, seen_at, received_at)
     values ($1, $2, 987654, 'INCOMING', '0000987654', 'Fernhollow Farms', 'C11', now(), now(), now()) returning id`,
    [consent.orgId, licenseId],
  );
  await pool.query(
    `insert into transfer_packages (org_id, transfer_id, label, item_name, quantity, unit_of_measure, state)
     select $1, $2, label, 'Jar', quantity - 80, unit_of_measure, 'ACCEPTED' from packages where org_id = $3 and id = $4`,
    [consent.orgId, rows[0]?.id, one.orgId, one.id],
  );
  const tell = () => publish(db, { topic: 'shared-packages', kind: 'changed', id: 'many', orgIds: [consent.orgId] });
  await tell();
  const page = await visit(PARTNER, `/network/stock?brandId=${brand.id}`);
  await row(page, one.label).getByText('More than received').waitFor();
  await pool.query('update transfer_packages set quantity = quantity + 160 where org_id = $1 and transfer_id = $2', [
    consent.orgId,
    rows[0]?.id,
  ]);
  await tell();
  await row(page, one.label).getByText('Less than received').waitFor();
  await page.getByRole('link', { name: one.label, exact: true }).click();
  await dialog(page)
    .getByText(/^The holder says .*, the last receipt you know of says .*They may have used the rest\.$/)
    .waitFor();
});

it('both sides see who looked; who may not share is told why', async () => {
  const { brand } = await sharedBrand();
  const reading = await visit(PARTNER, `/network/stock?brandId=${brand.id}`);
  await grid(reading).getByRole('row').nth(1).waitFor();
  const theirs = await visit(PARTNER, '/network/access-log');
  await heading(theirs, 'Access Log');
  await theirs.getByRole('row').filter({ hasText: HOLDER }).first().waitFor();
  const ours = await visit(OWNER, '/network/access-log');
  await ours.getByRole('row').filter({ hasText: 'Tidemark Distribution' }).getByText('Our packages').first().waitFor();
  expect(await axeFindings(ours)).toEqual([]);
  const rep = await visit(REP, '/network/stock');
  await rep.getByText(/You need read access to “Item sharing”/).waitFor();
});
