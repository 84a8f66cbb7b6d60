import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { lastFourOf, SecretKey } from '../../../domain/integrations/integrations';
import { explainNoAccess, includesLicense, trackingKeyRequired } from '../../../domain/integrations/tracking';

describe('a missing key', () => {
  test('names its state, for the prompt that asks for it', () => {
    expect(trackingKeyRequired('OR').toBody()).toMatchObject({
      internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED,
      userFriendlyMessage: 'This needs your tracking system key for Oregon.',
      errorObject: { ansiAbbrevation: 'OR' },
    });
  });

  test('without a state is a plain message', () => {
    expect(trackingKeyRequired().toBody()).toMatchObject({
      internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED,
      userFriendlyMessage: 'Tracking system key required, go to your Verdant Profile Settings to update.',
      errorObject: null,
    });
  });
});

test.each([
  ['as it is', ['402R-00999'], '402R-00999', true],
  ['in another case', ['ccl18-0000512'], 'CCL18-0000512', true],
  ['with other spaces', ['050  10011127277 '], '050 10011127277', true],
  ['of somebody else', ['402R-00417'], '402R-00999', false],
  ['and nothing at all', [], '402R-00999', false],
])('a key’s licenses include %s', (_how, numbers, number, expected) => {
  expect(includesLicense(numbers, number)).toBe(expected);
});

test('a key that can’t access a license says which ones it can, up to a few', () => {
  expect(explainNoAccess('A', [])).toBe('This key can’t access license A. It can’t access any license.');
  expect(explainNoAccess('A', ['B', 'C'], 'Your key')).toBe('Your key can’t access license A. It can access  B and C.');
  expect(explainNoAccess('A', ['1', '2', '3', '4', '5', '6', '7'])).toContain(
    'It can access  1, 2, 3, 4, 5, and 2 more.',
  );
});

describe('a key as pasted', () => {
  test('is trimmed and shows its last four characters', () => {
    const key = SecretKey.parse('  abcd-efgh-1234\n');
    expect(key).toBe('abcd-efgh-1234');
    expect(lastFourOf(key)).toBe('1234');
  });

  test.each([
    ['', 'Enter a key'],
    ['short', 'Enter at least 8 characters'],
    ['two words of it', 'Use letters, numbers and symbols, without spaces'],
    ['schlüssel-1234', 'Use letters, numbers and symbols, without spaces'],
    ['x'.repeat(201), 'Enter at most 200 characters'],
  ])('%j is refused', (text, message) => {
    expect(SecretKey.safeParse(text).error?.issues[0]?.message).toBe(message);
  });
});
