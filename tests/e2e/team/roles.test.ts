import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const ADMIN = 'admin@fernhollow.example';
const OWNER = 'owner@fernhollow.example';
/** Has the role "Read only". */
const VIEWER = 'viewer@fernhollow.example';

const stage = openStage();

const { visit } = stage;

/** The role's stored permissions. */
async function kept(
  name: string,
): Promise<{ id: number; features: Record<string, { read: boolean; write: boolean }> }> {
  const { rows } = await stage.database.database.pool.query(
    `select roles.id, features from roles join organizations on organizations.id = org_id
     where roles.name = $1 and organizations.name = 'Fernhollow Farms'`,
    [name],
  );
  return rows[0];
}

const at = async (email: string, role: string, options = {}) =>
  visit(email, `/account/roles?role=${(await kept(role)).id}`, options);
const box = (page: Page, name: string) => page.getByRole('checkbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

describe('an admin who removes a permission', () => {
  it('affects the open list and order at once, where the role keeps a smaller permission', async () => {
    const list = await visit(VIEWER, '/orders');
    const numbers = list.getByRole('grid').getByRole('link');
    await numbers.first().waitFor();
    const order = await list.context().newPage();
    await order.goto((await numbers.first().getAttribute('href')) ?? '');
    await order.getByRole('heading', { level: 1, name: /^Order \d/ }).waitFor();

    const admin = await at(ADMIN, 'Read only');
    await box(admin, 'Read: All sales orders').click();
    await save(admin).click();
    await order.getByText('This order doesn’t exist, or you can’t see it.').waitFor();
    await expect.poll(() => numbers.count()).toBe(0);

    await box(admin, 'Read: All sales orders').click();
    await save(admin).click();
    await numbers.first().waitFor();
  });

  it('affects the open screen of someone with the role at once, and the API', async () => {
    const holder = await visit(VIEWER, '/orders');
    const status = await statusAsOf(holder);
    const search = () => status('/leaflink/orders', {});
    expect(await search()).toBe(200);
    await holder.getByRole('grid').waitFor();
    await holder.evaluate(() => Object.assign(window, { notReloaded: true }));

    const admin = await at(ADMIN, 'Read only');
    await box(admin, 'Read: All sales orders').click();
    await box(admin, 'Read: My sales orders').click();
    await admin.getByText('Also removed: Order payments (read), because it needs My sales orders (read).').waitFor();
    await save(admin).click();
    await admin.getByText('“Read only” saved. It now applies to 1 person.').waitFor();

    expect(await search()).toBe(403);
    await holder.getByText('You can’t open this page').waitFor();
    await holder.getByText('You need read access to “My sales orders”').waitFor();
    expect(await holder.getByRole('grid').count()).toBe(0);
    await expect.poll(() => holder.getByRole('link', { name: 'Sales Orders' }).count()).toBe(0);

    await box(admin, 'Read: All sales orders').click();
    await save(admin).click();
    await holder.getByRole('grid').waitFor();
    expect(await search()).toBe(200);
    expect(await holder.evaluate(() => 'notReloaded' in window)).toBe(true);
  });

  it('is asked first if it is their own permission to change roles', async () => {
    await stage.database.database.pool.query(
      `update roles set features = features || $1 where name = 'Sales manager'`,
      [JSON.stringify({ MANAGE_ROLES: { read: true, write: true } })],
    );
    const manager = await at('manager@fernhollow.example', 'Sales manager');
    await box(manager, 'Write: Roles').click();
    await save(manager).click();
    await manager.getByRole('dialog', { name: 'This is your own role' }).waitFor();
    expect((await kept('Sales manager')).features.MANAGE_ROLES?.write).toBe(true);
    await manager.getByRole('button', { name: 'Save anyway' }).click();

    await manager.getByRole('button', { name: 'Why can’t I?' }).click();
    await manager.getByText('You need write access to “Roles”').waitFor();
    expect(await axeFindings(manager)).toEqual([]);
    await manager.keyboard.press('Escape');
    await expect.poll(() => manager.getByRole('button', { name: 'Create role' }).isDisabled()).toBe(true);
    await expect.poll(() => manager.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    const unread = box(manager, 'Write: Roles');
    await expect.poll(() => unread.getAttribute('aria-disabled')).toBe('true');
    await unread.click({ force: true });
    await expect.poll(() => unread.isChecked()).toBe(false);
  });
});

describe('roles', () => {
  it('are created, edited, renamed and deleted by keyboard only', async () => {
    const page = await visit(ADMIN, '/account/roles');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('grid').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create role' }).focus();
    await press('Enter');
    const name = page.getByRole('textbox', { name: 'Name' });
    await hasFocus(name);
    await page.keyboard.type('WAREHOUSE');
    await press('Enter');
    await page.getByText('Another role already has this name').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => name.inputValue()).toBe('WAREHOUSE');

    await press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor({ state: 'detached' });
    await name.focus();
    await press('ControlOrMeta+a');
    await page.keyboard.type('Night shift');
    await press('Tab');
    await page.keyboard.type('Sales rep');
    await page.getByRole('button', { name: 'Create role' }).last().focus();
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Night shift' }).waitFor();
    // After closing, the drawer returns focus to what opened it.
    await expect.poll(() => name.count()).toBe(0);
    const { id, features } = await kept('Night shift');
    expect(new URL(page.url()).search).toBe(`?role=${id}`);
    expect(features).toEqual((await kept('Sales rep')).features);

    await page.getByRole('searchbox', { name: 'Find a permission' }).focus();
    await press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Read all of Orders');
    await press('PageDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Space');
    await expect.poll(() => focusedName(page)).toBe('Write: Item branding, changed');
    await page
      .getByText('Also granted: Packages (read), Item branding (read), because Item branding (write) needs them.')
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await press('Enter');
    expect(await page.getByText(/unsaved change/).count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe('Write: Item branding');
    await press('Control+End', 'Home', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Space');
    await expect.poll(() => focusedName(page)).toBe('Read all of Deals');
    await page.getByText('3 unsaved changes').waitFor();
    await save(page).focus();
    await press('Enter');
    await page.getByText('“Night shift” saved. Nobody has it yet.').waitFor();
    expect((await kept('Night shift')).features).toMatchObject({
      OFFERS: { read: true, write: false },
      BIDS: { read: true, write: false },
      ORDERS: { read: true, write: false },
    });

    await page.getByRole('button', { name: 'Rename' }).focus();
    await press('Enter');
    await hasFocus(name);
    await press('ControlOrMeta+a');
    await page.keyboard.type('Late shift');
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Late shift' }).waitFor();
    await expect.poll(() => name.count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).focus();
    await press('Enter');
    await page.getByRole('button', { name: 'Delete role' }).focus();
    await press('Enter');
    await page.getByText('“Late shift” deleted.').waitFor();
    expect(await kept('Late shift')).toBeUndefined();
    expect(await page.getByRole('link', { name: /Late shift/ }).count()).toBe(0);
  });

  it('can’t be deleted while people have them, and owner and admin can’t be changed', async () => {
    const page = await at(ADMIN, 'Sales rep');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 people have this role. Give them another role first').waitFor();
    expect(await page.getByRole('link', { name: 'Go to Team' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Delete role' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: /^Owner/ }).click();
    await page.getByText('Owner always has full access, so nobody gets locked out.').waitFor();
    await box(page, 'Read: Customers').click({ force: true });
    await expect.poll(() => box(page, 'Read: Customers').isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  });

  it('are edited by two people at once without losing either’s changes', async () => {
    const first = await at(ADMIN, 'Warehouse');
    const second = await at(OWNER, 'Warehouse');
    // Blocks live events for the second person until they save, as on a slow connection.
    await second.route(/\/api\/live\b/, (route) => route.abort());
    await second.reload();
    await box(second, 'Read: Customers').click();
    await box(first, 'Write: Products').click();
    await save(first).click();
    await first.getByText(/“Warehouse” saved/).waitFor();

    await save(second).click();
    await second.getByText('Someone else changed this role while you were editing.').waitFor();
    await second.getByText('Granted: Customers (read)').waitFor();
    await expect.poll(() => box(second, 'Write: Products').isChecked()).toBe(true);
    await expect.poll(() => box(second, 'Read: Customers').isChecked()).toBe(false);
    expect(await axeFindings(second)).toEqual([]);
    await second.getByRole('button', { name: 'Apply my changes' }).click();
    await save(second).click();
    await second.getByText(/“Warehouse” saved/).waitFor();
    expect((await kept('Warehouse')).features).toMatchObject({
      PRODUCTS: { read: true, write: true },
      CUSTOMERS: { read: true, write: false },
    });
    await expect.poll(() => box(first, 'Read: Customers').isChecked()).toBe(true);
  });
});

it('someone without the permission is told so by the screen and refused by the API', async () => {
  const page = await visit('rep@fernhollow.example', '/account/roles');
  await page.getByText('You can’t open this page').waitFor();
  await page.getByText('You need read access to “Roles”').waitFor();
  expect(await page.getByRole('link', { name: 'Roles' }).count()).toBe(0);
  const status = await statusAsOf(page);
  expect(await status('/orgs/:orgId/roles')).toBe(403);
  expect(await status('/orgs/:orgId/roles', { name: 'Mine', features: {} })).toBe(403);
});

it('a phone shows the list, then one role in sections, and asks before leaving unsaved changes', async () => {
  const page = await visit(ADMIN, '/account/roles', { viewport: { width: 360, height: 740 } });
  await page.getByRole('link', { name: /^Warehouse/ }).click();
  await page.getByRole('region', { name: 'Orders' }).waitFor();
  await box(page, 'Write: Offers').click();
  await page.getByText('Also granted: Offers (read), because Offers (write) needs it.').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'All roles' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => box(page, 'Write: Offers').isChecked()).toBe(true);
  await page.getByRole('link', { name: 'All roles' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await page.getByRole('navigation', { name: 'Roles' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect((await kept('Warehouse')).features.OFFERS?.write ?? false).toBe(false);
});

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** The API's status for this page's person, bypassing the screen; a body makes it a POST. */
async function statusAsOf(page: Page): Promise<(path: string, body?: object) => Promise<number>> {
  const [request] = await Promise.all([page.waitForRequest('**/api/orgs/*/full'), page.reload()]);
  const { authorization = '', 'org-id': orgId = '' } = await request.allHeaders();
  const headers = { authorization, 'org-id': orgId };
  return async (path, data) => {
    const url = `/api${path.replace(':orgId', orgId)}`;
    const answer = data
      ? await page.request.post(url, { headers, data: { orgId: Number(orgId), ...data } })
      : await page.request.get(url, { headers });
    return answer.status();
  };
}
