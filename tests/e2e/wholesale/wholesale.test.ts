import { and, asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  companies,
  products,
  wholesaleConflicts,
  wholesaleHealings,
  wholesaleLags,
  wholesaleRecords,
  wholesaleSyncs,
} from '../../../server/db/schema';
import { shopOf } from '../../../server/sandbox/wholesale/shop';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { only } from '../../support/factories';
import { openStage } from '../../support/stage';

const SELLER = 'owner@fernhollow.example';
const ROOT = '/account/integrations/wholesale';
const PATIENCE = 60_000;

const stage = openStage();
let syncId = 0;
let orgId = 0;
let companyId = 0;
let own: (typeof products.$inferSelect)[] = [];

/** Three products matched with a shop there, the names of two changed on both sides. */
beforeAll(async () => {
  const { db } = stage.database.database;
  const sync = only(await db.select().from(wholesaleSyncs).where(eq(wholesaleSyncs.access, 'WRITE')).limit(1));
  ({ id: syncId, orgId } = sync);
  await db
    .update(wholesaleSyncs)
    .set({ startedAt: new Date(), hookHeardAt: new Date() })
    .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, syncId)));
  companyId = only(
    await db
      .select()
      .from(companies)
      .where(and(eq(companies.orgId, orgId), eq(companies.usState, sync.usState)))
      .orderBy(asc(companies.id))
      .limit(1),
  ).id;
  await db.update(companies).set({ marketplaceLinkSevered: false }).where(eq(companies.id, companyId));
  own = await db
    .select()
    .from(products)
    .where(
      and(
        eq(products.orgId, orgId),
        eq(products.companyId, companyId),
        eq(products.isParent, false),
        eq(products.listingState, 'AVAILABLE'),
        eq(products.inventoryManagement, 'MANUAL'),
      ),
    )
    .orderBy(asc(products.id))
    .limit(3);
  const shop = shopOf(db, `${orgId}-${sync.usState}`);
  const of = { orgId, syncId, kind: 'PRODUCT' };
  for (const [place, product] of own.entries()) {
    const externalId = `${700_000 + product.id}`;
    const name = place === 0 ? product.name : `${product.name} (their name)`;
    await shop.put('product', externalId, {
      name,
      sku: product.sku,
      description: '',
      brandId: '1',
      category: product.category,
      listingState: 'Available',
      wholesalePrice: product.wholesalePrice,
      salePrice: null,
      unitOfMeasure: product.unitOfMeasure,
      sellInUnitOfMeasure: product.sellInUnitOfMeasure,
      unitMultiplier: product.unitMultiplier,
      inventoryManagement: 1,
      quantity: '0',
      reserved: '0',
    });
    await db.insert(wholesaleRecords).values({
      ...of,
      externalId,
      name,
      mark: product.sku,
      theirs: { available: '0' },
      agreed: { name: 'Before', wholesalePrice: product.wholesalePrice, salePrice: null },
      state: 'MATCHED',
      ownId: product.id,
      seenAt: new Date(),
    });
    if (place > 0)
      await db.insert(wholesaleConflicts).values({
        ...of,
        externalId,
        ownId: product.id,
        field: 'name',
        ours: product.name,
        agreed: 'Before',
        theirs: name,
      });
  }
  await db
    .insert(wholesaleLags)
    .values(
      [12_000, 41_000, 95_000, 180_000].map((lagMs) => ({ orgId, syncId, kind: 'ORDER', lagMs, at: new Date() })),
    );
  await db.insert(wholesaleHealings).values({
    ...of,
    externalId: `${700_000 + (own[0]?.id ?? 0)}`,
    field: 'stock',
    was: '90',
    became: '50',
    reason: 'They offer 90, more than the 50 we set aside for them: somebody changed it there.',
  });
});

/** For people to look at, where a folder is named. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

describe('a wholesale marketplace connection', () => {
  it('shows its health, and pushes stock with a result for each product', async () => {
    const page = await stage.visit(SELLER, `${ROOT}/${syncId}/health`);
    await page.getByText('41 s usually, 3 min at most for 95 of 100').waitFor();
    await page.getByText('They offer 90, more than the 50').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Push stock' }).click();
    await page
      .getByText('All stock is up to date there.')
      .or(page.getByText(/to exchange/))
      .waitFor();
    const table = page.getByRole('table', { name: 'Stock of matched products' });
    await expect
      .poll(async () => table.getByText(/Up to date|On its way/).count(), { timeout: PATIENCE })
      .toBeGreaterThanOrEqual(own.length);
    await picture(page, 'health-1440');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await scrollsSideways(page)).toBe(false);
    await picture(page, 'health-360');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has conflicts settled with ours or theirs, and offers a rule after the second of the same', async () => {
    const page = await stage.visit(SELLER, `${ROOT}/${syncId}/conflicts`);
    const [, second, third] = own;
    const act = async (name: string, choice: string) => {
      await page.getByRole('button', { name: `Actions for ${name}, name`, exact: true }).click();
      await page.getByRole('menuitem', { name: choice }).click();
    };
    await page.getByText(`${second?.name} (their name)`).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'conflicts-1440');
    await act(second?.name ?? '', 'Keep ours');
    const question = page.getByRole('dialog');
    await question.getByText('Our value replaces theirs in the wholesale marketplace.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'settle-1440');
    await question.getByRole('button', { name: 'Keep ours' }).click();
    await act(third?.name ?? '', 'Keep ours');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep ours' }).click();
    const rule = page.getByRole('dialog', { name: 'Always keep ours for name?' });
    await rule.getByRole('button', { name: 'Always keep ours' }).click();
    await page.getByText('Nothing to settle').waitFor({ timeout: PATIENCE });
    await page.getByRole('link', { name: 'Sync health' }).click();
    await expect.poll(() => page.getByLabel('Product: Name').inputValue()).toBe('OURS');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await scrollsSideways(page)).toBe(false);
    await picture(page, 'owners-360');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is severed for a company after it says what changes, and joined again', async () => {
    const { db } = stage.database.database;
    const inherited = only(own.slice(0, 1));
    const mode = async () =>
      only(await db.select().from(products).where(eq(products.id, inherited.id))).inventoryManagement;
    await db.update(products).set({ inventoryManagement: 'INHERITED' }).where(eq(products.id, inherited.id));
    const page = await stage.visit(SELLER, `/account/manage/companies/${companyId}`);
    await page.getByRole('button', { name: 'Sever link' }).click();
    const sever = page.getByRole('dialog');
    await sever.getByText(/“Pricing” appears in the navigation/).waitFor();
    await sever.getByText(/no longer comes from there\. It stays at today’s figures/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'sever-1440');
    await sever.getByRole('button', { name: 'Sever link' }).click();
    await page.getByText('Link severed: prices are set here').waitFor();
    expect(await mode()).toBe('MANUAL');
    await page.getByRole('button', { name: 'Join link again' }).click();
    const join = page.getByRole('dialog');
    await join.getByText(/comes from there again/).waitFor();
    await join.getByRole('button', { name: 'Join link' }).click();
    await page.getByText('Connected: prices come from there').waitFor();
    expect(await mode()).toBe('INHERITED');
  });
});
