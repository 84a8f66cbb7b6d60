import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Requirement } from '../../../domain/access/ability';
import { FEATURES } from '../../../domain/access/features';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';

const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);

const namesSchedules = ({ returns }: Endpoint) =>
  /"schedule(Id|Name)"/.test(JSON.stringify(z.toJSONSchema(returns, { unrepresentable: 'any' })));

/** Whether only people with a permission on sales orders or stock may call it. */
function isSellers(requirement: Requirement): boolean {
  switch (requirement.kind) {
    case 'feature':
      return ['Orders', 'Inventory'].includes(FEATURES[requirement.feature].app);
    case 'any-of':
      return requirement.requirements.every(isSellers);
    case 'on-plan':
      return isSellers(requirement.requirement);
    default:
      return false;
  }
}

test('price schedules are named in replies to sellers alone', () => {
  const naming = calls.filter(namesSchedules);
  expect(naming.length).toBeGreaterThan(3);
  expect(naming.filter(({ requires }) => !isSellers(requires)).map(({ path }) => path)).toEqual([]);
});
