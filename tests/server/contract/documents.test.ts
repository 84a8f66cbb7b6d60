import { expect, test } from 'vitest';
import { describeApi } from '../../../server/http/openapi';
import { DOCUMENT_CALLS, placesOf } from '../../support/contract/document-calls';
import { fieldsOf } from '../../support/contract/fields';
import { CALL_ROWS } from '../../support/contract/rows';

const declared = new Map(CALL_ROWS.map((row) => [placesOf(row.endpoint), row]));
const { paths = {} } = describeApi({ publicUrl: 'https://verdant.example' });
const described = new Set(
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map((method) => placesOf({ method: method.toUpperCase(), path })),
  ),
);

/** What no sample can show a good call of, which the tests of its area make: a code, token or account is spent by it. */
const SHOWN_ELSEWHERE = [
  'DELETE /users/me',
  'POST /auth/refresh',
  'POST /users/accept-invite-code',
  'POST /users/me/verify-email',
];

test('the documents name 274 calls, each once', () => {
  expect(new Set(DOCUMENT_CALLS.map(placesOf)).size).toBe(274);
  expect(DOCUMENT_CALLS).toHaveLength(274);
});

test.each(DOCUMENT_CALLS)('$method $path is declared, in OpenAPI and sampled', (named) => {
  const row = declared.get(placesOf(named));
  expect(row?.sample.input).toBeTypeOf('function');
  expect(described).toContain(placesOf(named));
});

test.each(DOCUMENT_CALLS.filter(({ fields }) => fields.length > 0))(
  '$method $path takes the fields that the documents name',
  (named) => {
    const row = declared.get(placesOf(named));
    const taken = row ? fieldsOf(row.endpoint).map(({ path }) => path.split(/[.[{]/)[1]) : [];
    expect(named.fields.filter((field) => !taken.includes(field))).toEqual([]);
  },
);

test('all but four are walked with a good call', () => {
  const spent = DOCUMENT_CALLS.filter((named) => declared.get(placesOf(named))?.sample.notCalled);
  expect(spent.map(placesOf).sort()).toEqual(SHOWN_ELSEWHERE);
});
