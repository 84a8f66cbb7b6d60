import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const STAFF = 'support@verdant.example';

const stage = openStage();

const { visit } = stage;
const bar = (page: Page) => page.getByRole('region', { name: 'Impersonation' });

async function actFor(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: /^Find people/ }).fill(name);
  await page.getByRole('button', { name: `Act for ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Act for ${name}?` });
  await question.getByLabel('Reason').fill('Ticket 4711: cannot find an order');
  await question.getByRole('button', { name: `Act for ${name}` }).click();
  await bar(page).waitFor();
}

/** The audit entries of a kind of record: for whom, by whom, and what. */
async function audited(entity: string) {
  const { rows } = await stage.database.database.pool.query<{ actor: string; by: string | null; after: unknown }>(
    `select actor.email as actor, staff.email as by, audit_log.after from audit_log
       left join users actor on actor.id = actor_user_id left join users staff on staff.id = impersonator_user_id
      where entity = $1 order by audit_log.id desc`,
    [entity],
  );
  return rows;
}

it('lets support act for someone with a reason; changes name both, and stopping ends it', async () => {
  const page = await visit(STAFF, '/marketplace');
  await page.getByRole('navigation', { name: 'Apps' }).getByText('Support', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Apps' }).getByText('Support console').click();
  await page.getByRole('searchbox', { name: /^Find people/ }).fill('Priya');
  await page.getByRole('button', { name: 'Act for Priya Raman' }).click();
  const question = page.getByRole('dialog', { name: 'Act for Priya Raman?' });
  await question.getByLabel('Reason').fill('why');
  await question.getByRole('button', { name: 'Act for Priya Raman' }).click();
  await question.getByText('Enter a reason').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByLabel('Reason').fill('Ticket 4711: cannot find an order');
  await question.getByRole('button', { name: 'Act for Priya Raman' }).click();
  await bar(page)
    .getByText(/Robin Hale, you’re acting as Priya Raman · (30|29|28|27) minutes left/)
    .waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('navigation', { name: 'Apps' }).getByText('Sales Orders').click();
  await page.getByRole('gridcell').getByRole('link').first().click();
  await page.getByLabel('New comment').fill('Found it for you');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(async () => (await audited('comment')).length).toBe(1);
  expect((await audited('comment'))[0]).toMatchObject({ actor: 'manager@fernhollow.example', by: STAFF });

  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Why can’t I?' }).first().click();
  const why = page.getByRole('dialog', { name: 'Why can’t I?' });
  await why.getByText('Only Priya Raman can do this. You’re acting for them.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'Email me a link' }).isDisabled()).toBe(true);

  await bar(page).getByRole('button', { name: 'Stop' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
  expect(await bar(page).count()).toBe(0);
  await page.goto('/support');
  await hasFocus(page.getByLabel('Email'));
  const [stopped, started] = await audited('impersonation');
  expect(stopped).toMatchObject({ actor: 'manager@fernhollow.example', by: STAFF });
  expect(started).toMatchObject({ actor: STAFF, after: { reason: 'Ticket 4711: cannot find an order' } });
});

it('keeps refusing what the person acted for may not do, and drops the temporary token at the first refusal', async () => {
  const page = await visit(STAFF, '/support');
  await actFor(page, 'Martin Fuchs');
  await page.goto('/account/manage-users');
  await page.getByText('You can’t open this page').waitFor();
  await page.evaluate(() => sessionStorage.setItem('auth.temporary', 'no.longer.good'));
  await page.getByRole('navigation', { name: 'Apps' }).getByText('Marketplace').click();
  await page.waitForURL('**/support');
  await page.getByText('You’re no longer acting for someone else').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('auth.temporary'))).toBe(null);
});

it('is told that acting ended, unasked, though something was typed for the person acted for', async () => {
  const page = await visit(STAFF, '/support');
  await actFor(page, 'Martin Fuchs');
  await page.goto('/profile/settings');
  await page.getByLabel('First name').click();
  await page.keyboard.type('Anna');
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  await page.evaluate(() => sessionStorage.setItem('auth.temporary', 'no.longer.good'));
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('You’re no longer acting for someone else').waitFor();
  expect(asked).toEqual([]);
});

it('stays in one organization, the one of the temporary token', async () => {
  const page = await visit(STAFF, '/support');
  await actFor(page, 'Morgan Reyes');
  await page.getByRole('button', { name: 'Working for Tidemark Distribution' }).click();
  await expect.poll(() => page.getByLabel('Organization', { exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: /^Stop acting for Morgan Reyes/ }).waitFor();
  expect(await page.getByRole('option', { name: /^Switch to/ }).count()).toBe(0);
});

it('is closed to everyone else, and to a token from elsewhere', async () => {
  const page = await visit('owner@fernhollow.example', '/support');
  await page.getByText('Only Verdant support staff can do this.').waitFor();
  await page.goto('/impersonate?email=rep@fernhollow.example');
  await page.getByText('Only Verdant support staff can do this.').waitFor();
  await page.goto('/login-as-user');
  await page.getByText('Start in the support console').waitFor();
});

it('opens on one person from a link, and fits a phone', async () => {
  const page = await visit(STAFF, '/impersonate?email=rep@fernhollow.example', {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await page.getByRole('dialog', { name: 'Act for Caleb Winters?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Support console' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
});

it('lets support give an organization another plan, with a reason, but none that pays for its own', async () => {
  const page = await visit(STAFF, '/support');
  const find = page.getByRole('searchbox', { name: /^Find people/ });
  await find.fill('Northwater');
  await page
    .getByRole('button', { name: /^Change plan of Northwater/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Plan of / });
  await dialog.getByRole('combobox', { name: /^Plan/ }).selectOption('STARTER');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Agreed by phone, ticket 4711');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await dialog.getByText(/pays for its plan/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await find.fill('owner@copperline.example');
  await page
    .getByRole('button', { name: /^Change plan of Copperline/ })
    .first()
    .click();
  await dialog.getByRole('combobox', { name: /^Plan/ }).selectOption('STARTER');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Agreed by phone, ticket 4711');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await page.getByText(/^Copperline.* is on the plan Starter\.$/).waitFor();
  await page.getByText(/^Copperline.*\(Owner\), Starter/).waitFor();
  expect((await audited('subscription'))[0]).toMatchObject({
    actor: STAFF,
    after: { plan: 'STARTER', reason: 'Agreed by phone, ticket 4711' },
  });
});
