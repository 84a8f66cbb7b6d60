import { describe, expect, test } from 'vitest';
import { endingSentences } from '../../../domain/network/ending';
import {
  askAgainAt,
  PARTNER_SIDES,
  PARTNER_STATES,
  partnerActs,
  partnerStateAt,
  TAKEN_BACK,
} from '../../../domain/network/partner';

const now = new Date('2026-03-20T12:00:00Z');
const before = new Date('2026-03-20T11:59:59Z');
const later = new Date('2026-03-20T12:00:01Z');
const none = { ownerOrgId: 1, expiresAt: null, answeredAt: null, endsAt: null };
const at = { brandOrgId: 1, now };

describe('what became of a partnership', () => {
  test('a request lapses on time, an agreement ends on its day, and both with the brand’s owner', () => {
    const asked = { ...none, status: 'REQUESTED' as const };
    const agreed = { ...none, status: 'ACCEPTED' as const };
    expect(partnerStateAt({ ...asked, expiresAt: later }, at)).toBe('REQUESTED');
    for (const expiresAt of [now, before]) expect(partnerStateAt({ ...asked, expiresAt }, at)).toBe('EXPIRED');
    expect(partnerStateAt({ ...asked, expiresAt: later }, { ...at, brandOrgId: 2 })).toBe('EXPIRED');
    expect(partnerStateAt(agreed, at)).toBe('ACCEPTED');
    expect(partnerStateAt({ ...agreed, endsAt: later }, at)).toBe('ACCEPTED');
    for (const endsAt of [now, before]) expect(partnerStateAt({ ...agreed, endsAt }, at)).toBe('ENDED');
    for (const brandOrgId of [2, null]) expect(partnerStateAt(agreed, { ...at, brandOrgId })).toBe('ENDED');
    for (const status of ['REFUSED', 'RESCINDED', 'EXPIRED', 'ENDED'] as const)
      expect(partnerStateAt({ ...none, status, expiresAt: later, endsAt: later }, at)).toBe(status);
  });

  test('it can be asked again 21 days after a refusal or lapse, and at once after all else', () => {
    const day = new Date('2026-03-01T00:00:00Z');
    const again = new Date('2026-03-22T00:00:00Z');
    expect(askAgainAt({ ...none, status: 'REFUSED', answeredAt: day })).toEqual(again);
    expect(askAgainAt({ ...none, status: 'EXPIRED', expiresAt: day })).toEqual(again);
    for (const status of ['REQUESTED', 'ACCEPTED', 'RESCINDED', 'ENDED'] as const)
      expect(askAgainAt({ ...none, status, answeredAt: day, expiresAt: day })).toBeNull();
  });

  test('either side can take back what is open, and nothing else', () => {
    for (const side of PARTNER_SIDES)
      for (const status of PARTNER_STATES)
        expect(TAKEN_BACK[side][status] !== undefined).toBe(partnerActs(side, status).length > 0);
  });
});

test('what ends with a partnership is said with its numbers, each side by what is theirs', () => {
  const names = { brandName: 'Lamplight', partnerName: 'Fernhollow Farms' };
  const all = { items: 3, itemRules: 1, people: 2, orders: 1, bids: 1, distributors: 2 };
  expect(endingSentences(all, { ...names, isOwner: false })).toEqual([
    '3 items of yours are assigned to it and keep Lamplight until assigned to another brand.',
    '1 rule stops assigning items to it.',
    '2 people on your team have it in their assigned brands and lose it.',
    '1 open order between you keeps its distributor.',
    '1 open bid on offers to partners stays open until answered.',
    '2 usual distributors stay chosen until you choose another.',
  ]);
  const theirs = { items: 1, itemRules: null, people: null, orders: 0, bids: 0, distributors: 0 };
  expect(endingSentences(theirs, { ...names, isOwner: true })).toEqual([
    '1 item of Fernhollow Farms is assigned to it and keeps Lamplight until assigned to another brand.',
  ]);
  expect(endingSentences({ ...theirs, items: 0 }, { ...names, isOwner: true })).toEqual([]);
});
