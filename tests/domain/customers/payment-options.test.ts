import { expect, test } from 'vitest';
import { paymentOptionsFor } from '../../../domain/customers/payment-options';

const options = [{ id: 1 }, { id: 2 }, { id: 3 }];

test.each([
  ['nobody’s customer yet', null, [1, 2, 3]],
  ['a customer without an agreement', { paymentOptionIds: [], paymentOptionsLocked: false }, [1, 2, 3]],
  ['one with an agreement begins with it', { paymentOptionIds: [3], paymentOptionsLocked: false }, [3, 1, 2]],
  ['one held to the agreement has nothing else', { paymentOptionIds: [3, 2], paymentOptionsLocked: true }, [2, 3]],
  ['one whose agreed option is gone', { paymentOptionIds: [9], paymentOptionsLocked: true }, []],
])('%s', (_, customer, expected) => {
  expect(paymentOptionsFor(options, customer).map(({ id }) => id)).toEqual(expected);
});
