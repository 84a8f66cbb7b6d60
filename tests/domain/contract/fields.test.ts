import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { EARLIEST_DATE, LATEST_DATE } from '../../../domain/dates';
import { isReadable } from '../../../domain/text';
import { fieldsOf } from '../../support/contract/fields';

const fields = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([verb, endpoint]) =>
    fieldsOf(endpoint).map((field) => ({ ...field, call: `${area}.${verb}` })),
  ),
);

const takes = ({ schema }: { schema: z.ZodType }, value: unknown) => schema.safeParse(value).success;
const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null;

/** Each example with the values that it stands for, and the message they are refused with. */
const DATES = [
  { example: '2026-11-27', others: ['9999-12-31', '2100-01-01'], message: 'Must be on or before 12/31/2099' },
  { example: '2026-11-27', others: ['1999-01-01', '2014-12-31'], message: 'Must be on or after 01/01/2015' },
  { example: '2026-11-27T10:00:00Z', others: ['9999-12-31T00:00:00Z'], message: 'Must be on or before 12/31/2099' },
  { example: '2026-11-27T10:00:00Z', others: ['0001-01-01T00:00:00Z'], message: 'Must be on or after 01/01/2015' },
];

describe('a date that is sent in is neither before the earliest nor after the latest', () => {
  test.each(DATES)('$others', ({ example, others, message }) => {
    const dates = fields.filter((field) => takes(field, example) && !takes(field, 'a day of a year'));
    // What takes texts of signs without blanks, such as a key, is no date.
    const dated = dates.filter((field) => !takes(field, 'no-date-of-any-calendar') && !takes(field, 'a'.repeat(20)));
    expect(dated.length).toBeGreaterThan(0);
    const wrong = dated.flatMap(({ call, path, schema }) =>
      others.map((value) => ({ place: `${call} ${path}`, said: messageOf(schema, value) })),
    );
    expect(wrong.filter(({ said }) => said !== message)).toEqual([]);
    const edges = example.includes('T') ? [`${LATEST_DATE}T23:59:59-08:00`] : [EARLIEST_DATE, LATEST_DATE];
    const refused = dated.filter((field) => edges.some((edge) => !takes(field, edge)));
    expect(refused.map(({ call, path }) => `${call} ${path}`)).toEqual([]);
  });
});

/** What is written in paragraphs, by its last name; and texts that nobody reads, compared with what we gave out. */
const PARAGRAPHS =
  /\.(notes?|orderNotes|comment|message|text|invitedEmailMessage|description|reason|question|answer|address|deliveryPreferences|shippingDetails|holdReason|overrideReason)$/;
/** Cells of a file, which each import judges row by row. */
const CELLS = /^(product|customer|license|team|register)Imports\.\w+ body\.rows\[\]\.\w+$/;
const GIVEN_OUT =
  /^(params\.|query\.(inviteCode|paidFeatureSlug)|body\.(refreshToken|client|folded|place|sort|seen)\b)|\.(licenseNumber|searchText)$/;
/** Compared with the account's own. */
const OWN_EMAIL = 'session.deleteMe body.email';

test('a text of one line takes no line break, a text in paragraphs does', () => {
  const texts = fields.filter((field) => takes(field, 'two words') || takes(field, 'two words\nand lines of them'));
  const broken = texts.filter((field) => takes(field, 'two words\nof lines'));
  const named = (list: typeof texts) => [...new Set(list.map(({ call, path }) => `${call} ${path}`))];
  const isFree = ({ path, call }: (typeof texts)[number]) =>
    PARAGRAPHS.test(path) || CELLS.test(`${call} ${path}`) || GIVEN_OUT.test(path) || `${call} ${path}` === OWN_EMAIL;
  expect(named(broken.filter((field) => !isFree(field)))).toEqual([]);
  expect(broken.some(({ path }) => path === 'body.notes')).toBe(true);
  const [subject] = texts.filter(({ path }) => path === 'body.subject');
  expect(messageOf(subject?.schema as z.ZodType, 'Order 7\r\nBcc: all@example.com')).toBe(
    'Must be a single line. Take out the line breaks.',
  );
});

const NASTY = ['', '-', 'x', 'NaN', '1e400', '.', '-.', '\n', '1,5', null, 7, true, [], {}, [null], { a: [] }];

test('no check of a field raises, whatever it is given', () => {
  const raised = fields.flatMap(({ call, path, schema }) =>
    NASTY.flatMap((value) => {
      try {
        schema.safeParse(value);
        return [];
      } catch (error) {
        return [`${call} ${path}: ${JSON.stringify(value)} ${error}`];
      }
    }),
  );
  expect(raised).toEqual([]);
});

test.each([
  ['Blue Dream', true],
  ['line\nline\ttab', true],
  ['\u{1f33f}', true],
  ['half \ud83c', false],
  ['\udf3f half', false],
  ['null \u0000', false],
])('%j can be saved: %s', (text, expected) => {
  expect(isReadable(text)).toBe(expected);
});
