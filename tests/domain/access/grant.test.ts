import { describe, expect, test } from 'vitest';
import { type Granter, refusalToChange, refusalToGrant } from '../../../domain/access/grant';
import { DEFAULT_FEATURES, type DefaultRoleId } from '../../../domain/access/roles';

const both = { read: true, write: true };
const readOnly = { read: true, write: false };

const byDefault = (id: DefaultRoleId): Granter => ({
  role: { features: DEFAULT_FEATURES[id], defaultRoleId: id },
  licenseIds: [],
  brandIds: [],
  companyIds: [],
});
const teamLead: Granter = {
  role: { features: { MANAGE_USERS: both, CUSTOMERS: readOnly }, defaultRoleId: null },
  licenseIds: [1, 2],
  brandIds: [3],
  companyIds: [4],
};
/** An admin, whatever the role's map says. */
const halfAdmin: Granter = { ...byDefault('ADMIN'), role: { features: {}, defaultRoleId: 'ADMIN' } };
const lists = (licenseIds: number[], brandIds: number[] = [], companyIds: number[] = []) => ({
  assigned: { licenseIds, brandIds, companyIds },
});

describe('who may grant what', () => {
  test.each([
    ['an owner everything', byDefault('OWNER'), { features: DEFAULT_FEATURES.OWNER, seesEverything: true }],
    ['an admin everything', byDefault('ADMIN'), { features: DEFAULT_FEATURES.ADMIN, ...lists([9], [9], [9]) }],
    ['a team lead what they hold', teamLead, { features: { CUSTOMERS: readOnly, MANAGE_USERS: both } }],
    ['a team lead what they are assigned', teamLead, lists([2], [3], [4])],
    ['a team lead nothing', teamLead, { features: {} }],
    ['a team lead a role that keeps what it had', teamLead, { features: { BIDS: both }, before: { BIDS: both } }],
    ['a user any of the licenses, all of which they see', byDefault('USER'), { seesEverything: true, ...lists([9]) }],
    ['an admin with half a role what they do not hold', halfAdmin, { features: { BIDS: both } }],
  ])('%s', (_name, granter, grant) => {
    expect(refusalToGrant(granter, grant)).toBeNull();
  });

  test.each([
    ['write where they only read', { features: { CUSTOMERS: both } }, /write access to “Customers”/],
    ['what they do not hold', { features: { INVENTORY: readOnly } }, /read access to “/],
    ['more to a role that had some', { features: { BIDS: both }, before: { BIDS: readOnly } }, /write access to “/],
    ['a default role, which sees everything', { features: {}, seesEverything: true }, /sees all licenses/],
    ['a license of someone else beside their own', lists([1, 9]), /assigned to you/],
    ['a brand of someone else', lists([1], [9]), /assigned to you/],
    ['a company of someone else', lists([1], [3], [9]), /assigned to you/],
  ])('not a team lead: %s', (_name, grant, sentence) => {
    expect(refusalToGrant(teamLead, grant)).toMatch(sentence);
  });

  test('someone with the default role User can’t make an admin', () => {
    expect(refusalToGrant(byDefault('USER'), { features: DEFAULT_FEATURES.ADMIN, seesEverything: true })).toMatch(
      /because your role doesn’t have it/,
    );
  });
});

describe('who may change or remove whom', () => {
  test.each([
    ['an owner an admin', byDefault('OWNER'), byDefault('ADMIN'), true],
    ['an admin the owner', byDefault('ADMIN'), byDefault('OWNER'), true],
    ['a team lead a user', teamLead, byDefault('USER'), true],
    ['a team lead another team lead', teamLead, teamLead, true],
    ['a team lead an admin', teamLead, byDefault('ADMIN'), false],
    ['a team lead the owner', teamLead, byDefault('OWNER'), false],
    ['a user of the default role an admin', byDefault('USER'), byDefault('ADMIN'), false],
  ])('%s', (_name, by, whom, isAllowed) => {
    const refusal = isAllowed ? null : 'Only an owner or admin can change or remove an owner or admin.';
    expect(refusalToChange(by, whom)).toBe(refusal);
  });
});
