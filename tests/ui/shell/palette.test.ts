import { beforeEach, describe, expect, it } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { DEFAULT_FEATURES, type Membership, type Role } from '../../../domain/access/roles';
import { likePerson, likeRole, simulated } from '../../../src/providers/call/simulation';
import { type Entry, grouped, matching } from '../../../src/shell/palette/entries';
import { readRecent, saveRecent } from '../../../src/shell/palette/recent';

const entry = (label: string, group = 'Go to', hint = ''): Entry => ({
  id: label,
  group,
  label,
  hint,
  icon: 'box',
  run: () => {},
});

describe('the palette', () => {
  beforeEach(() => localStorage.clear());

  it('finds by every word of name and hint, what begins with them first', () => {
    const all = [entry('My team'), entry('Team', 'Go to', 'Organization'), entry('Roles', 'Go to', 'Organization')];
    expect(matching(all, 'team').map(({ label }) => label)).toEqual(['Team', 'My team']);
    expect(matching(all, 'org rol').map(({ label }) => label)).toEqual(['Roles']);
    expect(matching(all, 'harvest')).toEqual([]);
  });

  it('keeps each group together, in the order of its best entry', () => {
    const groups = grouped([entry('A', 'Do'), entry('B', 'Go to'), entry('C', 'Do')]);
    expect(groups.map(({ group, entries }) => [group, entries.length])).toEqual([
      ['Do', 2],
      ['Go to', 1],
    ]);
  });

  it('remembers six choices, the last first and each once, and forgets what it cannot read', () => {
    for (const id of ['1', '2', '3', '4', '5', '6', '7', '3']) saveRecent('wren', { id, record: null });
    expect(readRecent('wren').map(({ id }) => id)).toEqual(['3', '7', '6', '5', '4', '2']);
    expect(readRecent('somebody else')).toEqual([]);
    localStorage.setItem('verdant.palette.wren', '{"half');
    expect(readRecent('wren')).toEqual([]);
  });
});

describe('looking as somebody else', () => {
  const role = (features: FeatureMap, rest: Partial<Role> = {}): Role => ({
    id: 9,
    name: 'Seller',
    features,
    isDefault: false,
    defaultRoleId: null,
    isOwner: false,
    ...rest,
  });
  const own = (rest: Partial<Membership>): Membership => ({
    orgUserId: 1,
    userId: 'me',
    orgId: 1,
    role: role({}),
    enabledFeatures: [],
    plan: 'BASIC',
    licenseIds: [],
    brandIds: [],
    companyIds: [],
    states: ['CA'],
    ...rest,
  });
  const both = { read: true, write: true };
  const owner = role(DEFAULT_FEATURES.OWNER, { defaultRoleId: 'OWNER', isDefault: true, isOwner: true });

  it('holds what the role holds where one holds it oneself, and no more', () => {
    const me = own({ role: role({ MANAGE_USERS: both, PRODUCTS: { read: true, write: false } }) });
    const seen = simulated(me, likeRole(owner)).role;
    expect(seen.features.PRODUCTS).toEqual({ read: true, write: false });
    expect(seen.features.MANAGE_BILLING).toEqual({ read: false, write: false });
    expect(seen).toMatchObject({ isOwner: false, defaultRoleId: null });
  });

  it('shows the owner all that another role lacks as lacking', () => {
    const seen = simulated(own({ role: owner }), likeRole(role({ PRODUCTS: { read: true, write: false } })));
    expect(seen.role.features.PRODUCTS).toEqual({ read: true, write: false });
    expect(seen.role.features.MANAGE_USERS).toEqual({ read: false, write: false });
    expect(seen.role.isOwner).toBe(false);
  });

  it('is assigned what the other is, of what one sees oneself', () => {
    const lists = { licenseIds: [1, 2], brandIds: [3], companyIds: [4] };
    const like = likePerson('Caleb', role({}), lists);
    expect(simulated(own({ role: owner }), like)).toMatchObject({ licenseIds: [1, 2], brandIds: [3], companyIds: [4] });
    expect(simulated(own({ licenseIds: [2, 5] }), like)).toMatchObject({
      licenseIds: [2],
      brandIds: [],
      companyIds: [],
    });
  });
});
