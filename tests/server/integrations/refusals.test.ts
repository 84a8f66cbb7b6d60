import { describe, expect, test } from 'vitest';
import { isRefusal, refusalOf, refusalsByRow } from '../../../server/integrations/tracking/refusals';

test.each([
  [400, true],
  [404, true],
  [409, true],
  [413, true],
  [422, true],
  [401, false],
  [403, false],
  [408, false],
  [429, false],
  [200, false],
  [500, false],
])('an answer of %i refuses a write for good: %s', (status, is) => {
  expect(isRefusal(status)).toBe(is);
});

describe('the reason of a refusal', () => {
  test.each<[string, number, string, string]>([
    ['several rows', 400, '[{"row":0,"message":"A."},{"row":1,"message":"B."}]', 'A. B.'],
    ['one message', 409, '{"Message":"Changed by another."}', 'Changed by another.'],
    ['a problem’s title', 422, '{"title":"Not valid","status":422}', 'Not valid'],
    ['plain text', 413, 'Too\r\n  large', 'Too large'],
    ['a text in JSON', 400, '"No."', 'No.'],
    ['a page with a heading', 404, '<!doctype html><title>x</title><h1>Not <b>Found</b></h1>', 'Not Found'],
    ['a page with a title', 404, '<html><head><title>404</title></head></html>', '404'],
    ['a page with neither', 404, '<html><body></body></html>', 'It isn’t there.'],
    ['nothing', 422, '', 'It gave no reason (it answered 422).'],
    ['something unknown', 400, '{"code":7}', 'It gave no reason (it answered 400).'],
    ['an empty list', 409, '[]', 'It conflicts with something there.'],
    ['a long text', 400, 'x'.repeat(500), 'x'.repeat(200)],
  ])('is told from %s', (_what, status, body, why) => {
    expect(refusalOf(status, body)).toBe(why);
  });
});

test.each<[string, string, { row: number; message: string }[]]>([
  ['rows', '[{"row":1,"message":" Taken. "}]', [{ row: 1, message: 'Taken.' }]],
  ['a row without a place', '[{"message":"Taken."}]', [{ row: 0, message: 'Taken.' }]],
  ['one message', '{"Message":"No."}', [0, 1].map((row) => ({ row, message: 'No.' }))],
  ['a row that wasn’t sent', '[{"row":7,"message":"No."}]', [0, 1].map((row) => ({ row, message: 'No.' }))],
  ['nothing', '', [0, 1].map((row) => ({ row, message: 'It conflicts with something there.' }))],
])('each of two records that are refused is told why, from %s', (_what, body, told) => {
  expect(refusalsByRow(409, body, 2)).toEqual(told);
});
