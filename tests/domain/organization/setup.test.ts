import { expect, test } from 'vitest';
import { firstSteps, type SetupState, setupSteps } from '../../../domain/organization/setup';

const NOTHING: SetupState = {
  licenses: [],
  brands: [],
  companies: [],
  buyerCompanies: [],
  listsProducts: false,
  people: 1,
};
const license = (connectionStatus: string) => ({ connectionStatus }) as SetupState['licenses'][number];
const company = (values: Partial<SetupState['companies'][number]> = {}) =>
  ({
    companyId: 7,
    name: 'Coast',
    licenseId: 1,
    keyPeople: [{}],
    locations: [{}],
    paymentOptions: [{}],
    ...values,
  }) as SetupState['companies'][number];
const brand = (disabled: boolean) => ({ disabled }) as SetupState['brands'][number];

const stateOf = (state: Partial<SetupState>, id: string) =>
  setupSteps({ ...NOTHING, ...state }).find((step) => step.id === id)?.state;

test('a new organization is missing a license and a company to sell or buy with', () => {
  const missing = setupSteps(NOTHING).filter(({ state }) => state === 'missing');
  expect(missing.map(({ id }) => id)).toEqual(['licenses', 'companies', 'buyer-companies']);
});

test('a seller needs a brand, a buyer doesn’t', () => {
  expect(stateOf({ companies: [company()] }, 'brands')).toBe('missing');
  expect(stateOf({ companies: [company()], brands: [brand(true)] }, 'brands')).toBe('missing');
  expect(stateOf({ companies: [company()], brands: [brand(false)] }, 'brands')).toBe('done');
  const buyerCompanies = [{}] as unknown as SetupState['buyerCompanies'];
  expect(stateOf({ buyerCompanies }, 'brands')).toBe('optional');
  expect(stateOf({ buyerCompanies }, 'companies')).toBe('optional');
});

test('a brand in review waits for others, and doesn’t keep a seller from its products', () => {
  const inReview = { ...brand(true), name: 'Fog Harbor', review: 'IN_REVIEW' as const };
  const step = (brands: SetupState['brands']) =>
    setupSteps({ ...NOTHING, companies: [company()], brands }).find(({ id }) => id === 'brands');
  expect(step([inReview])).toMatchObject({
    state: 'waiting',
    text: 'Fog Harbor is in review. You can add products now.',
  });
  expect(step([inReview, brand(false)])).toMatchObject({ state: 'done', text: '1 brand' });
  expect(step([{ ...inReview, review: 'REJECTED' }])).toMatchObject({ state: 'missing' });
});

test('a seller needs a product buyers see, a buyer doesn’t', () => {
  expect(stateOf({ companies: [company()] }, 'products')).toBe('missing');
  expect(stateOf({ companies: [company()], listsProducts: true }, 'products')).toBe('done');
  expect(stateOf({ buyerCompanies: [{}] as unknown as SetupState['buyerCompanies'] }, 'products')).toBe('optional');
});

test('a company is named with what it lacks, and only then', () => {
  const steps = (values: Partial<SetupState['companies'][number]>) =>
    setupSteps({ ...NOTHING, companies: [company(values)] }).filter(({ id }) => id === 'company-7');
  expect(steps({})).toEqual([]);
  expect(steps({ locations: [] })).toMatchObject([{ title: 'Coast', state: 'optional', text: 'No locations yet.' }]);
  expect(steps({ paymentOptions: [], keyPeople: [] })).toMatchObject([
    { state: 'missing', text: 'No payment options, key people yet.', path: '/account/manage/companies/7' },
  ]);
});

test('connected licenses are counted', () => {
  const licenses = [license('ONLINE'), license('OFFLINE')];
  const [all, tracking] = setupSteps({ ...NOTHING, licenses });
  expect(all?.text).toBe('2 licenses');
  expect(tracking).toMatchObject({ state: 'done', text: '1 of 2 licenses connected' });
  expect(stateOf({ licenses: [license('OFFLINE')] }, 'tracking')).toBe('optional');
});

test('the team is left out for those who can’t see it', () => {
  expect(stateOf({ people: null }, 'team')).toBeUndefined();
  expect(stateOf({ people: 1 }, 'team')).toBe('optional');
  expect(stateOf({ people: 3 }, 'team')).toBe('done');
});

test('the first steps stay until none is missing, and leave out what the kind of business doesn’t need', () => {
  const titles = (state: Partial<SetupState>) =>
    firstSteps({ ...NOTHING, ...state }).map(({ title, state: is }) => `${title}: ${is}`);
  expect(titles({})).toEqual(['Licenses: missing', 'Companies: missing', 'Buyer companies: missing']);
  const seller = { licenses: [license('OFFLINE')], companies: [company()] };
  expect(titles(seller)).toEqual(['Licenses: done', 'Companies: done', 'Brands: missing', 'Products: missing']);
  expect(titles({ ...seller, brands: [brand(true)] })).toContain('Brands: missing');
  expect(titles({ ...seller, brands: [brand(false)] })).toContain('Products: missing');
  expect(titles({ ...seller, brands: [brand(false)], listsProducts: true })).toEqual([]);
  const buyerCompanies = [{}] as unknown as SetupState['buyerCompanies'];
  expect(titles({ buyerCompanies })).toEqual(['Licenses: missing', 'Buyer companies: done']);
  expect(titles({ buyerCompanies, licenses: seller.licenses })).toEqual([]);
});
