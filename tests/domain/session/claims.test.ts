import { expect, test } from 'vitest';
import { readClaims } from '../../../domain/session/claims';

const NOTHING = { email: null, isConfirmed: null, firstName: null, lastName: null };

test.each([
  ['nothing', {}, NOTHING],
  ['given and family names', { given_name: ' Ada ', family_name: 'Grower' }, { firstName: 'Ada', lastName: 'Grower' }],
  ['one of them', { family_name: 'Grower', name: 'Ada Grower' }, { firstName: '', lastName: 'Grower' }],
  ['a whole name', { name: 'Ada  van der Grower' }, { firstName: 'Ada', lastName: 'van der Grower' }],
  ['a name of lines and control characters', { name: 'Ada\u0000\nGrower' }, { firstName: 'Ada', lastName: 'Grower' }],
  ['a name that isn’t text', { name: 7, given_name: null }, { firstName: null, lastName: null }],
  ['a confirmed email', { email: 'a@x.example', email_verified: true }, { email: 'a@x.example', isConfirmed: true }],
  ['the same as text', { email: 'a@x.example', email_verified: 'true' }, { isConfirmed: true }],
  ['an email that isn’t confirmed', { email: 'a@x.example', email_verified: 'false' }, { isConfirmed: false }],
  ['an email and a strange word', { email: 'a@x.example', email_verified: 'yes' }, { isConfirmed: null }],
  ['an email that isn’t one', { email: 'a', email_verified: true }, { email: null, isConfirmed: true }],
])('of %s it reads what there is', (_what, claims, read) => {
  expect(readClaims(claims)).toEqual({ ...NOTHING, ...readClaims(claims), ...read });
});

test('a name is as long as a profile takes', () => {
  expect(readClaims({ given_name: '🌿'.repeat(200) }).firstName).toBe('🌿'.repeat(80));
});
