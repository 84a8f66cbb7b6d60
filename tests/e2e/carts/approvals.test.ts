import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { BRAND, cartButton, openShop, quantities, SHOPPER } from '../../support/carts/shopping';
import { mailedLink } from '../../support/mailbox';
import { dialog } from '../../support/screens/record-screen';

const { stage, orderCount } = openShop();
const { visit } = stage;
const OWNER = 'owner@harborvine.example';

it('an order above the amount is asked for, declined with a reason, changed, asked for again and approved', async () => {
  const owner = await visit(OWNER, '/account/manage/buyer-companies');
  await owner.getByRole('link', { name: 'Harbor & Vine', exact: true }).click();
  const amount = owner.getByLabel('Orders above');
  await amount.fill('lots');
  await amount.fill('1');
  const settings = owner.getByRole('form', { name: 'Approvals' });
  await settings.getByRole('button', { name: 'Save' }).click();
  await owner.getByText('Approvals saved.').waitFor();

  const buyer = await visit(SHOPPER, BRAND);
  await quantities(buyer).first().press('Enter');
  await cartButton(buyer, 1).waitFor();
  await buyer.goto('/marketplace/cart');
  const before = await orderCount();
  await buyer.getByText('Needs approval: above $1.00', { exact: true }).waitFor();
  const ask = async () => {
    await buyer.getByRole('button', { name: 'Review order', exact: true }).click();
    await dialog(buyer).getByText('Needs approval: above $1.00.').waitFor();
    await dialog(buyer).getByRole('button', { name: 'Send for approval' }).click();
    await buyer.getByRole('heading', { name: 'Sent for approval' }).waitFor();
  };
  await ask();
  await buyer.getByText('Waiting for approval.', { exact: true }).first().waitFor();
  expect(await quantities(buyer).first().isDisabled()).toBe(true);
  expect(await buyer.getByRole('button', { name: 'Review order', exact: true }).isDisabled()).toBe(true);

  await owner.goto(await mailedLink(owner, OWNER, /asks you to approve an order/));
  await owner.getByRole('button', { name: 'Decline' }).click();
  await dialog(owner).getByRole('button', { name: 'Decline' }).click();
  await dialog(owner).getByText('Enter a reason').waitFor();
  await dialog(owner).getByLabel('Reason').fill('Take two cases, not one');
  await dialog(owner).getByRole('button', { name: 'Decline' }).click();
  await owner.getByText('Declined by').waitFor();

  // The buyer's page shows it by itself.
  await buyer.getByText('Take two cases, not one').waitFor();
  const quantity = quantities(buyer).first();
  await quantity.fill('2');
  await quantity.press('Enter');
  await expect.poll(() => buyer.getByText('Updating totals…').count()).toBe(0);
  await ask();

  await owner.goto('/orders/purchases');
  await owner.getByText('waiting for your approval').waitFor({ state: 'attached' });
  await owner.getByRole('link', { name: 'Approvals' }).click();
  await owner.getByRole('link', { name: 'Tidemark Distribution' }).click();
  await owner.getByText('2 cases').waitFor();
  expect(await axeFindings(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Approve' }).click();
  await dialog(owner).getByRole('button', { name: 'Approve and place order' }).click();
  await owner.getByText('Approved by').waitFor();
  await buyer
    .getByText('Your cart is empty.')
    .or(buyer.getByRole('link', { name: 'Keep shopping' }))
    .first()
    .waitFor();
  expect(await orderCount()).toBe(before + 1);
  await owner.getByRole('link', { name: /^Order \d+/ }).click();
  await owner.getByRole('heading', { name: /Order \d+/ }).waitFor();
});

it('a request can be withdrawn from the cart, and one made while the cart needed none is asked for again first', async () => {
  const buyer = await visit(SHOPPER, BRAND);
  await quantities(buyer).first().press('Enter');
  await cartButton(buyer, 1).waitFor();
  await buyer.goto('/marketplace/cart');
  await buyer.getByRole('button', { name: 'Review order', exact: true }).click();
  await dialog(buyer).getByRole('button', { name: 'Send for approval' }).click();
  await buyer.getByRole('button', { name: 'Withdraw request' }).click();
  await expect.poll(() => quantities(buyer).first().isDisabled()).toBe(false);

  // The rule is lifted while the review is open, and the page doesn't hear of it.
  await buyer.route(/\/api\/live\b/, (route) => route.abort());
  await buyer.reload();
  await buyer.getByRole('button', { name: 'Review order', exact: true }).click();
  await dialog(buyer).getByRole('button', { name: 'Send for approval' }).waitFor();
  await stage.database.database.pool.query('update buyer_company_approvals set above_usd = null');
  const before = await orderCount();
  await dialog(buyer).getByRole('button', { name: 'Send for approval' }).click();
  await dialog(buyer)
    .getByText('doesn’t need approval anymore')
    .or(dialog(buyer).getByText('what needs approval changed'))
    .first()
    .waitFor();
  expect(await orderCount()).toBe(before);
  await dialog(buyer).getByRole('checkbox', { name: 'Order with these changes' }).check();
  await dialog(buyer).getByRole('button', { name: 'Place order', exact: true }).click();
  await buyer.getByRole('heading', { name: 'Order placed' }).waitFor();
  expect(await orderCount()).toBe(before + 1);
});
