import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import type { Membership } from '../../../domain/access/roles';
import { readsReports } from '../../../domain/reports/access';
import { type MailedView, whyStopped } from '../../../domain/reports/mailing';

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
const why = (view: MailedView | null, reader = member(READS)) => whyStopped(view, reader, readsReports);

describe('a saved search is mailed', () => {
  test.each([
    ['one’s own', mine, member(READS)],
    ['a colleague’s they share', theirs, member(READS)],
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
  ])('no more once it %s', (_what, view, reader, sentence) => {
    expect(why(view, reader)).toBe(sentence);
  });
});
