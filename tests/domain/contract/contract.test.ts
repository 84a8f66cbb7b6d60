import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../domain/access/ability';
import { contract } from '../../../domain/calls';
import {
  csv,
  Done,
  del,
  type Endpoint,
  get,
  isWrite,
  patch,
  post,
  put,
  search,
} from '../../../domain/contract/endpoint';

const options = { summary: 'Anything', returns: Done, requires: signedIn };
const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);
const named = (path: string) => calls.find((endpoint) => endpoint.path === path) as Endpoint;

describe('a call is a write', () => {
  test.each([
    ['a POST', post('/x', { ...options, audit: 'x' })],
    ['a PUT', put('/x', { ...options, audit: 'x' })],
    ['a PATCH', patch('/x', { ...options, audit: 'x' })],
    ['a DELETE', del('/x', { ...options, audit: 'x' })],
    ['a GET that is audited', get('/x', { ...options, audit: 'x' })],
    ['a POST that changes what is kept elsewhere', post('/x', { ...options, unaudited: 'Why', transaction: 'each' })],
  ])('as %s', (_, endpoint) => expect(isWrite(endpoint)).toBe(true));

  test.each([
    ['a GET', get('/x', options)],
    ['a search by POST', search('/x', { ...options, mayLag: true })],
    ['a file by POST', search('/x', { ...options, ...csv })],
  ])('but not as %s', (_, endpoint) => expect(isWrite(endpoint)).toBe(false));

  test('must say what it changes, or doesn’t compile', () => {
    // @ts-expect-error A write names what the audit log calls it.
    post('/x', options);
    // @ts-expect-error
    put('/x', options);
    // @ts-expect-error
    patch('/x', options);
    // @ts-expect-error
    del('/x', options);
    // @ts-expect-error A search changes nothing.
    search('/x', { ...options, audit: 'x' });
    // @ts-expect-error No replica takes a write.
    post('/x', { ...options, audit: 'x', mayLag: true });
    // @ts-expect-error A file outlives no transaction.
    post('/x', { ...options, ...csv, audit: 'x' });
  });
});

describe('of the platform’s calls', () => {
  test('searches and exports read; a refresh and the billing portal write', () => {
    expect(['/leaflink/orders', '/buyer-orders/export', '/brands/:id/menu'].map(named).map(isWrite)).toEqual([
      false,
      false,
      false,
    ]);
    expect(['/auth/refresh', '/billing/hosted-page-portal', '/checkout'].map(named).map(isWrite)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('only reads may use a replica or reply with a file', () => {
    const careless = calls.filter((endpoint) => isWrite(endpoint) && (endpoint.mayLag || endpoint.file));
    expect(careless).toEqual([]);
  });
});
