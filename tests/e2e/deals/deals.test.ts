import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { dialog, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const SELLER = 'owner@tidemark.example';
const BUYER = 'buyer@harborvine.example';
const PRODUCT = 'Wedding Cake Mini Pre-Rolls 5 x 0.5g';

const { visit } = openStage();

async function fits(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

/** Opens the seller's form, and chooses a product by its name. */
async function startOffer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Make an offer' }).first().click();
  await dialog(page).getByRole('combobox', { name: 'Product' }).fill(name);
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await dialog(page)
    .getByText(/Wholesale \$[\d.,]+ per/)
    .waitFor();
}

it('an offer is made, bid on, countered while both look, and accepted, which orders it', async () => {
  const seller = await visit(SELLER, '/deals/ours');
  await startOffer(seller, 'Blue Dream');
  await dialog(seller).getByLabel('Asking price').fill('150');
  await dialog(seller).getByLabel('Quantity', { exact: false }).first().fill('6');
  await dialog(seller).getByLabel('Minimum quantity').fill('9');
  await dialog(seller).getByRole('button', { name: 'Make offer' }).click();
  await dialog(seller).getByText('Can’t be more than the quantity').first().waitFor();
  await dialog(seller).getByLabel('Minimum quantity').fill('2');
  await dialog(seller).getByRole('button', { name: 'Make offer' }).click();
  await seller
    .getByText(/ is on offer\./)
    .first()
    .waitFor();
  await seller.getByRole('heading', { name: /Blue Dream/, level: 1 }).waitFor();
  const path = new URL(seller.url()).pathname;
  const name = (await seller.getByRole('heading', { level: 1 }).textContent()) ?? '';

  const buyer = await visit(BUYER, '/deals');
  await buyer.getByRole('row').filter({ hasText: '$150.00' }).waitFor();
  await buyer.goto(path);
  await buyer.getByRole('button', { name: 'Bid another price' }).click();
  await dialog(buyer).getByLabel('Price per').fill('120');
  await dialog(buyer).getByLabel('Quantity').fill('7');
  await dialog(buyer).getByText('$840.00').waitFor();
  await dialog(buyer).getByText('20% below asking').waitFor();
  await dialog(buyer).getByRole('button', { name: 'Place bid' }).click();
  await dialog(buyer)
    .getByText(/Only 6 \w+ left/)
    .first()
    .waitFor();
  await dialog(buyer).getByLabel('Quantity').fill('4');
  await dialog(buyer).getByRole('button', { name: 'Place bid' }).click();
  await said(buyer, 'Your bid is with the seller.');
  await buyer.getByText(/Waiting for the seller/).waitFor();
  await fits(buyer);

  // The seller's page shows the bid without being loaded again, and the buyer's the answer.
  const thread = panel(seller, 'Harbor & Vine');
  await thread.getByRole('button', { name: 'Counter' }).click();
  await dialog(seller).getByLabel('Price per').fill('140');
  await dialog(seller).getByRole('button', { name: 'Send counter-offer' }).click();
  await said(seller, 'Your counter-offer is with the buyer.');
  await thread.getByText(/Held for the buyer until/).waitFor();
  await fits(seller);

  await buyer.getByText(/Held for you until/).waitFor();
  await buyer.getByRole('button', { name: 'Accept $140.00' }).click();
  await dialog(buyer)
    .getByText(/4 \w+ at \$140\.00, \$560\.00 for Harbor & Vine/)
    .waitFor();
  await dialog(buyer).getByRole('button', { name: 'Accept and order' }).click();
  await said(buyer, 'Accepted. It’s ordered.');
  await thread.getByText('Accepted').waitFor();
  await buyer.goto('/deals/orders');
  const row = buyer.getByRole('row').filter({ hasText: name });
  await row.getByText('$560.00').first().waitFor();
  await row.getByRole('link', { name: /^\d+$/ }).click();
  await buyer.getByText('$560.00').first().waitFor();
  await buyer.getByText('Deal price').first().waitFor();
});

it('the asking price is taken by keyboard alone, and the offer closed', async () => {
  const buyer = await visit(BUYER, '/deals');
  await buyer.getByRole('row').filter({ hasText: PRODUCT }).waitFor();
  await buyer.getByRole('row').filter({ hasText: PRODUCT }).getByRole('gridcell').first().focus();
  await buyer.keyboard.press('Enter');
  const take = buyer.getByRole('button', { name: /^Take at/ });
  await take.focus();
  await buyer.keyboard.press('Enter');
  await dialog(buyer).getByLabel('Quantity').waitFor();
  await buyer.keyboard.press('Tab');
  await buyer.keyboard.press('ControlOrMeta+a');
  await buyer.keyboard.type('10');
  await buyer.keyboard.press('Enter');
  await said(buyer, 'Ordered. The seller confirms it like any other order.');
  await buyer.getByText('Accepted').first().waitFor();

  const seller = await visit(SELLER, new URL(buyer.url()).pathname);
  await panel(seller, 'Harbor & Vine').getByText('Accepted').waitFor();
  await seller.getByRole('button', { name: 'Close offer' }).click();
  await dialog(seller).getByRole('button', { name: 'Close offer' }).click();
  await said(seller, 'Offer closed.');
  await buyer.getByText('Closed').waitFor();
  expect(await take.count()).toBe(0);
});

it('people without the permission are told which they need', async () => {
  const page = await visit('browser@harborvine.example', '/deals');
  await page.getByText('You need read access to “Offers”. Ask someone who manages roles.').waitFor();
});
