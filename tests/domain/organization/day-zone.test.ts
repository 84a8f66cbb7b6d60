import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { type CompanyZone, type DaysOf, zoneThatCounts } from '../../../domain/organization/day-zone';

const LA = 'America/Los_Angeles';
const NY = 'America/New_York';
const READER = 'Asia/Tokyo';

const company = (companyId: number, timeZone: string | null): CompanyZone => ({ companyId, timeZone });

const CASES: [name: string, CompanyZone[], DaysOf, string][] = [
  ['a company that sets one', [company(1, LA), company(2, NY)], 1, LA],
  ['a company that sets none', [company(1, null), company(2, NY)], 1, READER],
  ['a company that isn’t the reader’s', [company(1, LA)], 7, READER],
  ['all of one company', [company(1, LA)], 'all', LA],
  ['all companies of one zone', [company(1, LA), company(2, LA)], 'all', LA],
  ['companies that disagree', [company(1, LA), company(2, NY)], 'all', READER],
  ['companies of which one sets none', [company(1, LA), company(2, null)], 'all', READER],
  ['no company', [], 'all', READER],
  ['a company that was removed', [{ ...company(1, LA), isRemoved: true }, company(2, NY)], 1, LA],
  ['all companies but a removed one', [{ ...company(1, LA), isRemoved: true }, company(2, NY)], 'all', NY],
  ['what the reader buys', [company(1, LA)], 'reader', READER],
];
test.each(CASES)('for %s it is the zone that counts', (_, companies, of, counted) => {
  expect(zoneThatCounts({ companies, reader: READER }, of)).toBe(counted);
});

const BUYING = ['/carts', '/standing-lists', '/buyer-orders', '/buyer-companies', '/order-approvals'];
const named = Object.values(contract)
  .flatMap((area): Endpoint[] => Object.values(area))
  .filter(({ params, query, body }) =>
    [params, query, body].some((schema) => schema && 'shape' in schema && 'companyId' in (schema.shape as object)),
  );

test('calls that name a buyer company count the reader’s days, all others those of the seller company named', () => {
  const isBuying = ({ path }: Endpoint) => BUYING.some((start) => path.startsWith(start));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((call) => (call.days === 'reader') !== isBuying(call)).map(({ path }) => path)).toEqual([]);
});
