import { expect, test } from 'vitest';
import { creditStateOf } from '../../../domain/customers/credit';

test.each([
  [{ onHold: true, creditLimitUsd: null, exposureUsd: '0.00' }, 'HOLD'],
  [{ onHold: false, creditLimitUsd: null, exposureUsd: '9000.00' }, 'OK'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '1000.01' }, 'OVER'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '900.00' }, 'NEAR'],
  [{ onHold: false, creditLimitUsd: '1000.00', exposureUsd: '899.99' }, 'OK'],
  [{ onHold: false, creditLimitUsd: '0.00', exposureUsd: '0.00' }, 'OK'],
] as const)('%o reads %s', (customer, state) => {
  expect(creditStateOf(customer)).toBe(state);
});
