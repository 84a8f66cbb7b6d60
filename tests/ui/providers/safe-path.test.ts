import { expect, it } from 'vitest';
import { safePath } from '../../../src/providers/session/safe-path';

it.each(['/orders?statuses=COMPLETE#lines', '/', '/brands/a//b'])('goes back to %j', (path) => {
  expect(safePath(path)).toBe(path);
});

it.each(['//host', '/\\host', '/\t/host', '/\n/host', 'https://host/', 'orders', '', null])(
  'goes nowhere for %j',
  (path) => {
    expect(safePath(path)).toBeNull();
  },
);
