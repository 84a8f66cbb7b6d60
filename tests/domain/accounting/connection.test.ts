import { describe, expect, it } from 'vitest';
import { booksHealth, companyOfState, isBooksPage, stateFor } from '../../../domain/accounting/connection';

const OWN = 'https://verdant.example';

describe('the accounting service’s page', () => {
  it.each([
    ['https://signin.books.example/oauth2?state=1', { own: OWN, host: 'signin.books.example' }],
    ['https://signin.books.example/oauth2', { own: OWN }],
    ['http://127.0.0.1:3000/sandbox/accounting/authorize', { own: 'http://127.0.0.1:3000' }],
  ])('%s is one', (address, where) => {
    expect(isBooksPage(address, where)).toBe(true);
  });

  it.each([
    ['https://books.evil.example/oauth2', { own: OWN, host: 'signin.books.example' }],
    ['http://signin.books.example/oauth2', { own: OWN, host: 'signin.books.example' }],
    ['https://signin.books.example@evil.example/', { own: OWN, host: 'signin.books.example' }],
    ['https://somebody@signin.books.example/', { own: OWN, host: 'signin.books.example' }],
    ['javascript:alert(1)', { own: OWN }],
    ['data:text/html,<script>alert(1)</script>', { own: OWN }],
    ['//signin.books.example', { own: OWN }],
    ['', { own: OWN }],
    ['http://127.0.0.1:3001/sandbox', { own: 'http://127.0.0.1:3000' }],
  ])('%s is none', (address, where) => {
    expect(isBooksPage(address, where)).toBe(false);
  });
});

describe('a state', () => {
  it('says which company it is of', () => {
    expect(companyOfState(stateFor(12, 34, 'x'.repeat(32)))).toBe(34);
  });
  it.each(['', '12-34', '12-34-short', 'a-34-xxxxxxxxxxxxxxxxxxxx', '12-34-xxxxxxxxxxxxxxxxxxxx<b>'])(
    'is not %j',
    (text) => {
      expect(companyOfState(text)).toBeNull();
    },
  );
});

describe('a connection', () => {
  const NOW = Date.parse('2026-11-30T12:00:00Z');
  const good = { state: 'ACTIVE', problem: null, ends: null };
  it.each([
    ['GOOD', good, false],
    ['GOOD', { ...good, ends: '2027-12-30T00:00:00Z' }, false],
    ['ENDING', { ...good, ends: '2026-12-29T00:00:00Z' }, false],
    ['TROUBLED', { ...good, problem: 'It isn’t responding.' }, false],
    ['PAUSED', { ...good, problem: 'It isn’t responding.' }, true],
    ['REFUSED', { ...good, state: 'REFUSED' }, true],
  ] as const)('does %s', (health, connection, isPaused) => {
    expect(booksHealth(connection, isPaused, NOW)).toBe(health);
  });
});
