import { expect, test } from 'vitest';
import { isUpgrade, PLAN_TYPES, type PlanType } from '../../../domain/access/vocabulary';

test.each([
  ['FREE', 'STARTER', true],
  ['STARTER', 'ENTERPRISE', true],
  ['ENTERPRISE', 'BASIC', false],
  ['PAYG', 'FREE', false],
] as [PlanType, PlanType, boolean][])('from %s to %s is a higher plan: %s', (before, after, isHigher) => {
  expect(isUpgrade(before, after)).toBe(isHigher);
});

test('a plan that stays is none', () => {
  expect(PLAN_TYPES.filter((plan) => isUpgrade(plan, plan))).toEqual([]);
});
