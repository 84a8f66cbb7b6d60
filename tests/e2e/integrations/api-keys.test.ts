import { describe, expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
const PATH = '/account/integrations/api-keys';

const { visit } = openStage();

describe('an owner', () => {
  it('makes a key, sees it once, and calls the API with it', async () => {
    const page = await visit(OWNER, PATH);
    await page.getByRole('grid', { name: 'API keys' }).getByText('Route planner').first().waitFor();
    await page.getByRole('button', { name: 'Make API key' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Make an API key' });
    await drawer.getByLabel('Name').fill('Scanner');
    await drawer.getByRole('button', { name: 'Make API key' }).click();
    await drawer.getByText('Choose at least one permission').first().waitFor();
    await drawer.getByRole('checkbox', { name: 'All sales orders: View' }).check();
    await drawer.getByLabel('Allowed addresses').fill('nowhere');
    await drawer.getByRole('button', { name: 'Make API key' }).click();
    await drawer.getByText('“nowhere” is no address.').first().waitFor();
    await drawer.getByLabel('Allowed addresses').fill('');
    expect(await axeFindings(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Make API key' }).click();

    const shown = page.getByRole('dialog', { name: 'Copy the key of “Scanner”' });
    const key = await shown.getByLabel('API key').inputValue();
    expect(key).toMatch(/^vrd_live_/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await shown.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await shown.getByRole('checkbox', { name: 'I copied the key' }).check();
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });

    const call = (path: string) =>
      page.evaluate(
        async ([to, bearer]) => (await fetch(`/api${to}`, { headers: { authorization: bearer ?? '' } })).status,
        [path, `Bearer ${key}`],
      );
    expect(await call('/leaflink/orders/facets?orgId=1')).toBe(200);
    expect(await call('/orgs/1/api-keys')).toBe(403);
    await page.getByRole('grid').getByRole('link', { name: 'Scanner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Scanner' }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('“Scanner” revoked.').waitFor();
    expect(await call('/leaflink/orders/facets?orgId=1')).toBe(401);
    expect(await page.getByRole('button', { name: 'Replace key' }).count()).toBe(0);
  });

  it('takes the permissions a key did without, and replaces it', async () => {
    const page = await visit(OWNER, `${PATH}/1`);
    await page.getByText('Fewer permissions would do').waitFor();
    await page.getByRole('row', { name: /orders\.search/ }).waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
    await page.getByRole('button', { name: 'Remove the others' }).click();
    await page.getByRole('button', { name: 'Remove permissions' }).click();
    await page.getByText('“Route planner” has fewer permissions now.').waitFor();
    await page.getByText('Fewer permissions would do').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Replace key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
    await page.getByRole('dialog', { name: 'Copy the key of “Route planner”' }).waitFor();
  });
});

it('is closed to those who may not see roles', async () => {
  const page = await visit(VIEWER, PATH);
  await page.getByText('You need read access to “Roles”').waitFor();
});
