import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepEarly, takeEarly } from '../../src/providers/early';
import { readAllAgain } from '../../src/providers/live';
import { saveTokens } from '../../src/providers/tokens';
import { token } from './shell-platform';

const READ = { method: 'GET', headers: { 'Org-Id': '7' } };
const LIST = { method: 'POST', headers: {}, body: '{"page":0}' };
const given = (answers: [string, Promise<Response>][]) =>
  Object.assign(window, { verdantEarly: { at: performance.now(), accessToken: 'mine', answers: new Map(answers) } });
const kept = () => JSON.parse(localStorage.getItem('verdant.early') ?? 'null');

describe('what the next visit requests first', () => {
  beforeEach(() => {
    localStorage.clear();
    saveTokens({ accessToken: token('olive', 600), refreshToken: 'first' });
  });
  afterEach(() => Object.assign(window, { verdantEarly: undefined }));

  it('is the session, and the page’s last three lists', () => {
    keepEarly('session', '/api/users/me', READ, 7);
    keepEarly('session', '/api/users/me', READ, 8);
    for (const page of [0, 1, 2, 3]) keepEarly('page', '/api/orders', { ...LIST, body: `{"page":${page}}` }, 7);
    expect(kept().session.map(({ key }: { key: string }) => key)).toEqual(['GET /api/users/me 8 ']);
    const [asked] = Object.values(kept().pages) as { init: RequestInit }[][];
    expect(asked?.map(({ init }) => init.body)).toEqual(['{"page":1}', '{"page":2}', '{"page":3}']);
  });

  it('is nothing once the person has signed out, though a reply comes later', () => {
    saveTokens(null);
    keepEarly('session', '/api/users/me', READ, 7);
    expect(kept()).toBeNull();
  });

  it('contains no token', () => {
    keepEarly('session', '/api/users/me', READ, 7);
    expect(localStorage.getItem('verdant.early')).not.toContain('Bearer');
  });

  it('is answered once, for the same request and person', async () => {
    given([['POST /api/orders 7 {"page":0}', Promise.resolve(new Response('early'))]]);
    const who = { orgId: 7, token: 'mine' };
    expect(takeEarly('/api/orders', LIST, { ...who, orgId: 8 })).toBeUndefined();
    expect(takeEarly('/api/orders', { ...LIST, body: '{"page":1}' }, who)).toBeUndefined();
    expect(takeEarly('/api/orders', LIST, { ...who, token: 'another' })).toBeUndefined();
    expect(await (await takeEarly('/api/orders', LIST, who))?.text()).toBe('early');
    expect(takeEarly('/api/orders', LIST, who)).toBeUndefined();
  });

  it('is not answered with what was asked for before something changed', () => {
    given([['POST /api/orders 7 {"page":0}', Promise.resolve(new Response('early'))]]);
    readAllAgain();
    expect(takeEarly('/api/orders', LIST, { orgId: 7, token: 'mine' })).toBeUndefined();
  });
});
