import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, noDialog, scrollsSideways } from '../../support/browser';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const WAREHOUSE = 'warehouse@fernhollow.example';
const MANAGER = 'owner@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
/** The demo’s intakes: on the road, and being counted. */
const ON_THE_ROAD = '0007700001';
const tagOf = (intake: number, place: number) => `1A40603000077${String(intake * 1_000 + place).padStart(11, '0')}`;

const stage = openStage();
const { visit } = stage;

const field = (page: Page) => page.getByRole('textbox', { name: 'Tag' });
const answer = (page: Page, outcome: string) => page.locator(`[data-outcome="${outcome}"]`);
const row = (page: Page, label: string) => page.getByRole('row', { name: label });

/** A scanner types a tag and Enter, into whatever has the focus. */
async function scan(page: Page, tag: string): Promise<void> {
  await hasFocus(field(page));
  await page.keyboard.type(tag);
  await page.keyboard.press('Enter');
}

async function licenseId(): Promise<number> {
  const { rows } = await stage.database.database.pool.query<{ id: string }>(
    `select license_id as id from transfers where manifest_number = '${ON_THE_ROAD}'`,
  );
  return Number(rows[0]?.id);
}

describe('the dock', () => {
  it('takes one scan after the other and says of each what it is, in color and words', async () => {
    const page = await visit(WAREHOUSE, '/fulfillment');
    await heading(page, 'Intakes');
    await page.getByRole('link', { name: ON_THE_ROAD }).click();
    await heading(page, `Manifest ${ON_THE_ROAD}`);
    await scan(page, tagOf(1, 1).slice(1));
    await answer(page, 'REFUSED').getByText('A tag has 24 characters').waitFor();
    await scan(page, tagOf(1, 1));
    await answer(page, 'EXPECTED').getByText('Expected here').waitFor();
    await row(page, tagOf(1, 1)).getByText('Confirmed', { exact: true }).waitFor();
    await scan(page, tagOf(1, 1));
    await answer(page, 'CONFIRMED').getByText('Already confirmed').waitFor();
    await scan(page, tagOf(1, 3));
    await answer(page, 'REFUSED')
      .getByText(/Its lab test failed/)
      .waitFor();
    await scan(page, '1A4060300007700000009999');
    await answer(page, 'UNKNOWN').getByText('No manifest has it.').waitFor();
    await page.getByRole('button', { name: 'Add as unknown' }).click();
    await row(page, '1A4060300007700000009999').getByText('Unknown').waitFor();
    await field(page).focus();
    await scan(page, tagOf(2, 6));
    await answer(page, 'OTHER_INTAKE').getByText('In another intake').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 768, height: 1024 });
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole('link', { name: 'Open that intake' }).click();
    await heading(page, 'Manifest 0007700002');
  });

  it('shows two people each other’s confirmations', async () => {
    const address = `/fulfillment/intakes/2?licenseId=${await licenseId()}`;
    const [one, other] = [await visit(WAREHOUSE, address), await visit(MANAGER, address)];
    await row(other, tagOf(2, 7)).getByText('To confirm').waitFor();
    await scan(one, tagOf(2, 7));
    await row(other, tagOf(2, 7)).getByText('Confirmed', { exact: true }).waitFor();
    await scan(other, tagOf(2, 7));
    await answer(other, 'CONFIRMED')
      .getByText(/Teresa Nguyen confirmed it/)
      .waitFor();
    // Whoever counted can’t settle the difference; somebody else can.
    await row(other, tagOf(2, 4))
      .getByRole('button', { name: /^Actions/ })
      .click();
    await other.getByRole('menuitem', { name: /Settle count/ }).click();
    await dialog(other).getByLabel('Reason').fill('Counted again together');
    await dialog(other).getByRole('button', { name: 'Settle' }).click();
    await noDialog(other);
    await row(one, tagOf(2, 4)).getByText('94 → 94').waitFor();
  });

  it('keeps scans while there is no network, and sends them once there is', async () => {
    const page = await visit(WAREHOUSE, `/fulfillment/intakes/1?licenseId=${await licenseId()}`);
    await heading(page, `Manifest ${ON_THE_ROAD}`);
    await page.context().setOffline(true);
    await scan(page, tagOf(1, 2));
    await answer(page, 'EXPECTED').waitFor();
    await row(page, tagOf(1, 2)).getByText('Scanned, not sent').waitFor();
    await page.getByText(/You’re offline\. 1 scan kept/).waitFor();
    await page.context().setOffline(false);
    await row(page, tagOf(1, 2)).getByText('Confirmed', { exact: true }).waitFor();
  });
});

it('who may only read sees an intake and confirms nothing', async () => {
  const features = `features || '{"INTAKES": {"read": true, "write": false}}'`;
  await stage.database.database.pool.query(`update roles set features = ${features} where name = 'Read only'`);
  const page = await visit(VIEWER, `/fulfillment/intakes/1?licenseId=${await licenseId()}`);
  await heading(page, `Manifest ${ON_THE_ROAD}`);
  await row(page, tagOf(1, 4)).getByText('To confirm').waitFor();
  expect(await field(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Confirm (all|\d)/ }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});
