import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import type { Membership } from '../../../domain/access/roles';
import { actorOn, sellerActor } from '../../../domain/orders/actor';

const WRITE = { read: true, write: true };
const READ = { read: true, write: false };

const member = (features: FeatureMap, enabledFeatures = ['BROWSE_ORDERS']): Membership => ({
  orgUserId: 7,
  userId: 'u7',
  orgId: 1,
  role: { id: 9, name: 'Sales', features, isDefault: false, defaultRoleId: null, isOwner: false },
  enabledFeatures,
  plan: 'FREE',
  licenseIds: [],
  brandIds: [],
  companyIds: [],
  states: [],
});

const OWN = [3, 7];
const OTHERS = [3, 8];

describe('who a member of the selling organization is on an order', () => {
  test.each<[string, FeatureMap, string[] | undefined, boolean, boolean]>([
    ['write on all orders', { BROWSE_ORDERS: WRITE }, undefined, true, true],
    ['write on all orders whose flag is off', { BROWSE_ORDERS: WRITE }, [], false, false],
    ['read on all orders', { BROWSE_ORDERS: READ }, undefined, false, false],
    ['write on one’s own', { BROWSE_MY_ORDERS: WRITE }, undefined, true, false],
    ['write on one’s own, read on all', { BROWSE_MY_ORDERS: WRITE, BROWSE_ORDERS: READ }, undefined, true, false],
    ['write on both', { BROWSE_MY_ORDERS: WRITE, BROWSE_ORDERS: WRITE }, undefined, true, true],
    ['read on one’s own', { BROWSE_MY_ORDERS: READ }, undefined, false, false],
    ['neither', {}, undefined, false, false],
  ])('with %s', (_name, features, flags, editsOwn, editsOthers) => {
    const on = sellerActor(member(features, flags));
    expect(on(OWN)).toEqual({ side: 'seller', canEdit: editsOwn, canEditFrozen: false });
    expect(on(OTHERS)).toEqual({ side: 'seller', canEdit: editsOthers, canEditFrozen: false });
    expect(on([]).canEdit).toBe(editsOthers);
  });

  test('frozen orders also take write on frozen orders', () => {
    const trusted = member({ BROWSE_ORDERS: WRITE, EDIT_FROZEN_ORDERS: WRITE });
    expect(sellerActor(trusted)([])).toEqual({ side: 'seller', canEdit: true, canEditFrozen: true });
    expect(actorOn(trusted, 'buyer', false)).toEqual({ side: 'buyer', canEdit: false, canEditFrozen: true });
    expect(actorOn(member({ EDIT_FROZEN_ORDERS: READ }), 'buyer', true).canEditFrozen).toBe(false);
  });
});
