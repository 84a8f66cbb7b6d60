import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import type { Membership } from '../../../domain/access/roles';
import { readsReports } from '../../../domain/reports/access';
import {
  isFixedTime,
  type MailedView,
  MailingDraft,
  readMailedSearch,
  reportAddress,
  reportTitle,
  whyNotMailed,
  whyStopped,
} from '../../../domain/reports/mailing';
import { ReportView } from '../../../domain/reports/view';

const READS: FeatureMap = { BROWSE_ORDERS: { read: true, write: false } };
const mine: MailedView = { orgUserId: 7, companyId: 10, isShared: false, isCompanyRemoved: false };
const theirs = { ...mine, orgUserId: 8, isShared: true };

function member(features: FeatureMap, over: Partial<Membership> = {}): Membership {
  return {
    orgUserId: 7,
    userId: 'u',
    orgId: 1,
    plan: 'ENTERPRISE',
    enabledFeatures: ['BROWSE_ORDERS'],
    licenseIds: [],
    brandIds: [],
    companyIds: [10],
    states: [],
    role: { id: 1, name: 'Sales', features, isDefault: false, isOwner: false, defaultRoleId: null },
    ...over,
  };
}
const OWNER = { ...member(READS).role, defaultRoleId: 'ADMIN' as const };
const why = (view: MailedView | null, reader = member(READS)) => whyStopped(view, reader, readsReports);

const viewOf = (view: Partial<ReportView>) => ReportView.parse({ reportType: 'REVENUE', ...view });

describe('a saved search is mailed', () => {
  test.each([
    ['one’s own', mine, member(READS)],
    ['a colleague’s they share', theirs, member(READS)],
    ['of any company, to those who see all', mine, member(READS, { companyIds: [], role: OWNER })],
    ['one’s own while the plan lacks reports, whose letters wait', mine, member(READS, { plan: 'FREE' })],
  ])('while it is %s', (_what, view, reader) => {
    expect(why(view, reader)).toBeNull();
  });

  test.each([
    ['was deleted', null, member(READS), 'the saved search was deleted'],
    [
      'is no longer shared',
      { ...theirs, isShared: false },
      member(READS),
      'the saved search isn’t shared with you anymore',
    ],
    [
      'is of a company not assigned to them',
      mine,
      member(READS, { companyIds: [] }),
      'you don’t see its company anymore',
    ],
    [
      'is of a removed company',
      { ...mine, isCompanyRemoved: true },
      member(READS),
      'you don’t see its company anymore',
    ],
    ['finds what their role excludes', mine, member({}), 'your role doesn’t include orders'],
    ['finds what their role excludes, gone too', null, member({}), 'your role doesn’t include orders'],
  ])('no more once it %s', (_what, view, reader, sentence) => {
    expect(why(view, reader)).toBe(sentence);
  });
});

describe('a report is mailed', () => {
  const toThem = (reader: Membership | null) => whyNotMailed(reader, readsReports);

  test('to people on the team who read orders, on a plan with reports', () => {
    expect(toThem(member(READS))).toBeNull();
    expect(toThem(null)).toBe('they’re no longer on the team');
    expect(toThem(member(READS, { plan: 'FREE' }))).toBe('your plan doesn’t include order reports');
    expect(toThem(member({}))).toBe('their role doesn’t include orders');
    expect(whyNotMailed(member({}), readsReports, 'your')).toBe('your role doesn’t include orders');
  });

  const draft = {
    name: 'Weekly',
    schedule: { repeat: 'WEEK', hour: 7 },
    timeZone: 'America/Denver',
    recipientIds: [1],
  };
  const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  test.each<[string, object, string[]]>([
    ['to somebody', {}, []],
    ['to 25 people', { recipientIds: many(25) }, []],
    ['not to nobody', { recipientIds: [] }, ['Choose at least one person']],
    ['not to more than 25', { recipientIds: many(26) }, ['Choose up to 25 people']],
    ['not by the clocks of nowhere', { timeZone: 'America/Nowhere' }, ['Choose a time zone']],
  ])('%s', (_, change, problems) => {
    const read = MailingDraft.safeParse({ ...draft, ...change });
    expect((read.error?.issues ?? []).map(({ message }) => message)).toEqual(problems);
  });

  test('on Mondays or the first of a month, unless another day is chosen', () => {
    expect(MailingDraft.parse(draft).schedule).toEqual({ repeat: 'WEEK', hour: 7, weekday: 1, monthDay: 1 });
  });

  test('without filters that there are no more', () => {
    const kept = { filters: { brandIds: [3], harvest: 'x', paid: 'maybe' }, viewOptions: viewOf({}) };
    expect(readMailedSearch(kept as never)).toEqual({ filters: { brandIds: [3] }, viewOptions: kept.viewOptions });
  });
});

test.each<[Partial<ReportView>, string]>([
  [{}, 'Revenue by month'],
  [{ interval: 'QUARTER', split: 'SALES_REP' }, 'Revenue by quarter, split by sales reps'],
  [{ reportType: 'PRODUCTS_SOLD', split: 'BRAND' }, 'Products sold'],
])('a report as %o is named %s', (view, name) => {
  expect(reportTitle(viewOf(view))).toBe(name);
});

test('a report’s address says what is asked of orders and only the options that it has', () => {
  const filters = { createdRel: 'LAST_30_DAYS', brandIds: [3, 4] } as const;
  const addressOf = (view: Partial<ReportView>) =>
    reportAddress({ filters: { ...filters, brandIds: [...filters.brandIds] }, viewOptions: viewOf(view) });
  expect(addressOf({ split: 'BRAND' })).toBe(
    '/orders?report=REVENUE&interval=MONTH&split=BRAND&createdRel=LAST_30_DAYS&brandIds=3%2C4',
  );
  expect(addressOf({ reportType: 'BRANDS_SOLD', value: 'orders' })).toBe(
    '/orders?report=BRANDS_SOLD&value=orders&createdRel=LAST_30_DAYS&brandIds=3%2C4',
  );
});

test.each([
  [{ createdFrom: '2026-01-01', createdTo: '2026-01-31' }, true],
  [{ createdFrom: '2026-01-01' }, false],
  [{ createdTo: '2026-01-31' }, false],
  [{ createdFrom: '2026-01-01', createdTo: '2026-01-31', createdRel: 'LAST_7_DAYS' as const }, false],
  [{}, false],
])('mailings of %o cover the same days each time: %s', (filters, isFixed) => {
  expect(isFixedTime(filters)).toBe(isFixed);
});
