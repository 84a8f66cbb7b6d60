import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { addDays, dayOf, shortDay } from '../../../domain/dates';
import { zoneOfState } from '../../../domain/organization/state-zones';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { only } from '../../support/factories';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const STAFF = 'support@verdant.example';
const PDF = { name: 'license.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 a license') };

const stage = openStage();
const { visit } = stage;
const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await stage.database.database.pool.query<Row>(text, values)).rows;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The page is whole at a phone's width and a desk's, and axe reports nothing. */
async function looksRight(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

/** An open sales order of Fernhollow's, and the license it is for, which lapses in so many days. */
async function orderOf(days: number) {
  const { orderId, licenseId, name, usState, customerId } = only(
    await ask<{ orderId: string; licenseId: string; name: string; usState: string; customerId: string }>(
      `select orders.id as "orderId", orders.customer_id as "customerId", license.id as "licenseId",
              coalesce(nullif(license.dba, ''), license.name) as name, license.us_state as "usState"
         from orders join buyer_licenses held on held.id = orders.buyer_license_id
         join licenses license on license.id = held.license_id
         join organizations seller on seller.id = orders.org_id
        where seller.name = 'Fernhollow Farms' and orders.status = 'SUBMITTED' and license.is_public
        order by orders.id limit 1`,
    ),
  );
  const expiresOn = addDays(dayOf(new Date(), zoneOfState(usState)), days);
  await ask('update licenses set expires_on = $1 where id = $2', [expiresOn, licenseId]);
  return { orderId, licenseId, name, customerId, until: shortDay(expiresOn) };
}

it('a license is watched from its listing, said in the list, and no longer by the same button', async () => {
  const { licenseId, name, customerId, until } = await orderOf(20);
  const page = await visit(OWNER, `/directory/license-${licenseId}`);
  await heading(page, name);
  await page
    .getByText('Not verified')
    .or(page.getByText('Tracking system key', { exact: true }))
    .first()
    .waitFor();
  await button(page, 'Watch license').click();
  await button(page, 'Stop watching').waitFor();
  await looksRight(page);
  await page.goto('/directory/watched');
  await heading(page, 'Watched licenses');
  await page.getByText('Lapses in 20 days').waitFor();
  await page.getByText(until, { exact: true }).waitFor();
  await looksRight(page);
  await page.goto(`/network/customers/${customerId}`);
  await button(page, 'Stop watching').click();
  await button(page, 'Watch license').waitFor();
  await page.goto('/directory/watched');
  await page.getByText('No watched licenses').waitFor();
});

it('an order says that its customer’s license lapses, and is accepted all the same', async () => {
  const { orderId, until } = await orderOf(6);
  const page = await visit(OWNER, `/orders/${orderId}`);
  await page.getByText(new RegExp(`lapses in 6 days: it’s valid until ${until}`)).waitFor();
  await looksRight(page);
  await button(page, 'Accept').click();
  await page.getByText('Order status updated').waitFor();
  await page.getByText(/lapses in 6 days/).waitFor();
});

it('a number that another organization has is disputed, and support upholds it', async () => {
  const number = 'C11-0000777-LIC';
  await ask(
    `insert into licenses (org_id, license_number, name, licensee_name, license_type, us_state, address_line_one, city, postal_code)
     select id, $1, 'Poached Dock', 'Poached Dock LLC', 'RETAILER', 'CA', '', '', '' from organizations
      where name <> 'Fernhollow Farms' order by id limit 1`,
    [number],
  );
  const page = await visit(OWNER, '/network/licenses?new');
  await page.getByRole('dialog', { name: 'Add a license' }).getByRole('link', { name: 'dispute it' }).click();
  const form = page.getByRole('dialog', { name: 'Dispute a license' });
  await form.getByLabel('License number').fill(number);
  await form.getByLabel('Why it’s yours').fill('Mine');
  await button(page, 'Dispute license').click();
  await form.getByText('Write at least 10 characters').waitFor();
  await form.getByLabel('Why it’s yours').fill('It is on the wall of our shop since 2021.');
  await looksRight(page);
  await button(page, 'Dispute license').click();
  const document = page.getByRole('dialog', { name: `Document for license ${number}` });
  await document.locator('input[type=file]').setInputFiles(PDF);
  await page.getByText('Document added.').waitFor();
  await page.getByRole('grid', { name: 'Disputed licenses' }).getByText('Open', { exact: true }).waitFor();
  await looksRight(page);

  const staff = await visit(STAFF, '/support/license-disputes');
  const row = staff.getByRole('grid', { name: 'Disputed licenses' }).getByRole('row').filter({ hasText: number });
  await row.getByText('Fernhollow Farms').waitFor();
  await looksRight(staff);
  await row.getByRole('button', { name: /Actions|More/ }).click();
  await staff.getByRole('menuitem', { name: 'Look at it' }).click();
  const look = staff.getByRole('dialog', { name: `License CA ${number}` });
  await look.getByText('It is on the wall of our shop since 2021.').waitFor();
  await look.getByText('Not verified').waitFor();
  expect(await axeFindings(staff)).toEqual([]);
  await look.getByRole('button', { name: 'Uphold' }).click();
  const question = staff.getByRole('dialog', { name: `Uphold the dispute of CA ${number}?` });
  await question.getByLabel('Reason').fill('The state confirmed it by phone.');
  await question.getByRole('button', { name: 'Uphold dispute' }).click();
  await staff.getByText(`Dispute of CA ${number} upheld.`).waitFor();

  await page.getByRole('grid', { name: 'Disputed licenses' }).getByText('Upheld', { exact: true }).waitFor();
  await page.getByText('The state confirmed it by phone.').waitFor();
});

/** A license that Fernhollow only added, with its window to verify it open. */
async function openVerify(number: string, name: string) {
  await ask(
    `insert into licenses (org_id, license_number, name, licensee_name, license_type, us_state, address_line_one, city, postal_code)
     select id, $1, $2, 'Fernhollow LLC', 'RETAILER', 'CA', '', '', '' from organizations
      where name = 'Fernhollow Farms'`,
    [number, name],
  );
  const page = await visit(OWNER, `/network/licenses?searchTerm=${name.split(' ')[1]}`);
  const row = page.getByRole('grid', { name: 'Licenses' }).getByRole('row').filter({ hasText: number });
  await row.getByRole('button', { name: /Actions|More/ }).click();
  await page.getByRole('menuitem', { name: 'Verify…' }).click();
  return { page, row, verify: page.getByRole('dialog', { name: `Verify CA ${number}` }) };
}

it('a license that was only added is verified by a document, which support accepts', async () => {
  const number = 'C10-0000888-LIC';
  const { page, row, verify } = await openVerify(number, 'Fernhollow Annex');
  await verify.getByText('The state register names no email for this license, so use another way.').waitFor();
  await looksRight(page);
  const file = verify.locator('input[type=file]');
  await file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('It is mine') });
  await verify.getByText('Choose a PDF, or a JPEG, PNG or WebP picture, of up to 10 MB').waitFor();
  await file.setInputFiles(PDF);
  await verify.getByText(/^Support is looking at the document/).waitFor();

  const staff = await visit(STAFF, '/support/license-proofs');
  const sent = staff.getByRole('grid', { name: 'Documents of licenses' }).getByRole('row').filter({ hasText: number });
  await sent.getByRole('button', { name: /Actions|More/ }).click();
  await staff.getByRole('menuitem', { name: 'Accept' }).click();
  await staff.getByRole('button', { name: 'Accept document' }).click();
  await staff.getByText(`CA ${number} is verified.`).waitFor();
  await looksRight(staff);

  await page.goto('/network/licenses?searchTerm=Annex');
  await row.getByText('Document', { exact: true }).waitFor();
});

it('a license is verified by the code mailed to the address the register names, and by no other', async () => {
  const number = 'C10-0000777-LIC';
  const email = 'office@fernhollow-greenhouse.example';
  await ask(
    `insert into registered_licenses (us_state, license_number, name, email, listed_on, import_id)
     select 'CA', $1, 'Fernhollow Greenhouse', $2, '2026-01-01', max(id) from register_imports`,
    [number, email],
  );
  const { page, row, verify } = await openVerify(number, 'Fernhollow Greenhouse');
  await verify.getByText(/^We email a code to o…@f….example, which the state register names\./).waitFor();
  await button(page, 'Email a code').click();
  await button(page, 'Email a new code').waitFor();
  await verify.getByLabel('Code').fill('12');
  await button(page, 'Enter code').click();
  const mailed = async () => {
    const [letter] = await ask<{ text: string }>('select text from mailbox where recipient = $1', [email]);
    return letter?.text.match(/\b\d{6}\b/)?.[0];
  };
  await expect.poll(mailed).toBeTruthy();
  const code = (await mailed()) ?? '';
  await verify.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await button(page, 'Enter code').click();
  await verify.getByText('This isn’t the code we mailed').waitFor();
  await looksRight(page);
  await verify.getByLabel('Code').fill(code);
  await button(page, 'Enter code').click();
  await row.getByText('Mail to the registered address', { exact: true }).waitFor();
});
