import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import type { OrderTerms } from '../../../domain/customers/order-terms';
import { orderTerms as calls } from '../../../domain/customers/order-terms-contract';
import type { CompanyRecord } from '../../../domain/organization/company';
import { zoneText } from '../../../domain/time-zones';
import type { Manifest } from '../../../src/providers/manifest';
import { CompanyOrdering } from '../../../src/resources/organization/companies/show/CompanyOrdering';
import { Days } from '../../../src/shell/Days';
import { timeZone } from '../../../src/ui/reader-dates';
import { both, countIn, openAt, world } from '../support/app';
import { reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

const COMPANY = 'America/Los_Angeles';
/** Where whoever saved the terms first was. */
const THEIRS = 'Pacific/Kiritimati';

const TERMS: OrderTerms = {
  id: 4,
  serviceZoneId: null,
  zoneName: null,
  minimumUsd: null,
  deliveryDays: [2],
  cutOff: '14:00',
  leadDays: 1,
  timeZone: THEIRS,
  version: 2,
};

let company: CompanyRecord;
const Screen = () => (
  <Days of={10}>
    <CompanyOrdering company={company} whyNot={null} refresh={() => {}} />
  </Days>
);
const screens: Manifest = {
  name: 'order-terms',
  label: 'Order terms',
  app: 'account',
  requires: read('EDIT_ORGANIZATION'),
  screens: [{ path: 'order-terms', title: 'Order terms', load: async () => ({ default: Screen }) }],
};

async function open(companyZone: string | null, terms: OrderTerms[]) {
  countIn(companyZone);
  company = { companyId: 10, orgId: 1, timeZone: companyZone } as CompanyRecord;
  world.net.on(calls.list, () => reply(calls.list, terms));
  world.net.on(calls.save, () => reply(calls.save, terms, 'organization'));
  return openAt('/order-terms', [screens]);
}
const saved = () => world.net.sent.find(({ method }) => method === 'PUT')?.body;

beforeEach(() => {
  world.features = { BROWSE_MY_ORDERS: both, EDIT_ORGANIZATION: both };
});

it('order terms saved in another zone than the company’s say so, and are saved in the company’s', async () => {
  const { container } = await open(COMPANY, [TERMS]);
  const said = `order by 2 PM, the day before, in ${zoneText(THEIRS)}`;
  await expect.element(page.getByText(said, { exact: false })).toBeVisible();
  await expectNoAxeFindings(container);
  await page.getByRole('button', { name: 'Edit All customers' }).click();
  const form = page.getByRole('dialog', { name: 'Order terms: All customers' });
  await expect
    .element(form.getByText(`${zoneText(COMPANY)}. Until you save, it’s ${zoneText(THEIRS)}.`, { exact: true }))
    .toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Order terms saved.')).toBeVisible();
  expect(saved()).toMatchObject({ cutOff: '14:00', timeZone: COMPANY, version: 2 });
});

it.each([
  ['the zone they have, where the company sets none', null, THEIRS, THEIRS],
  ['the company’s', COMPANY, COMPANY, COMPANY],
])('order terms are changed in %s', async (_, companyZone, before, after) => {
  await open(companyZone, [{ ...TERMS, timeZone: before }]);
  await page.getByRole('button', { name: 'Edit All customers' }).click();
  const form = page.getByRole('dialog', { name: 'Order terms: All customers' });
  await expect.element(form.getByText(`${zoneText(after)}.`, { exact: true })).toBeVisible();
  await form.getByLabelText('Days before delivery').fill('2');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Order terms saved.')).toBeVisible();
  expect(saved()).toMatchObject({ leadDays: 2, timeZone: after });
});

it.each([
  ['the company’s zone', COMPANY, COMPANY],
  ['the reader’s, where the company sets none', null, timeZone],
])('new order terms are in %s, which isn’t said where all days are its', async (_, companyZone, zone) => {
  await open(companyZone, [{ ...TERMS, serviceZoneId: 3, zoneName: 'Coast', timeZone: zone }]);
  await expect.element(page.getByText('the day before · next on', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Add order terms' }).click();
  const form = page.getByRole('dialog', { name: 'Add order terms' });
  await form.getByRole('checkbox', { name: 'Monday' }).click();
  await expect.element(form.getByText(`${zoneText(zone)}.`, { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Add order terms' }).click();
  await expect.element(page.getByText('Order terms saved.')).toBeVisible();
  expect(saved()).toMatchObject({ deliveryDays: [1], timeZone: zone });
});
