import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { earlyNow, earlyReplies, readEarly, storeEarly } from '../../../src/providers/call/early';
import { saveTokens } from '../../../src/providers/call/tokens';
import { readAllAgain } from '../../../src/providers/live';
import { token } from '../support/platform';

const READ = { method: 'GET', headers: { 'Org-Id': '7' } };
const LIST = { method: 'POST', headers: {}, body: '{"page":0}' };
type Came = { response: Response; body: string };
const given = (answers: [string, Promise<Response>, Came?][]) => {
  const reply = ([key, answer, came]: (typeof answers)[number]) =>
    [key, { at: performance.now(), accessToken: 'mine', answer, ...(came && { came }) }] as const;
  Object.assign(window, { verdantEarly: new Map(answers.map(reply)) });
};
const kept = () => JSON.parse(localStorage.getItem('verdant.early') ?? 'null');

describe('what the next visit requests first', () => {
  beforeEach(() => {
    localStorage.clear();
    saveTokens({ accessToken: token('olive', 600), refreshToken: 'first' });
  });
  afterEach(() => Object.assign(window, { verdantEarly: undefined }));

  it('is the session, and the page’s last three lists', () => {
    storeEarly('session', '/api/users/me', READ, 7);
    storeEarly('session', '/api/users/me', READ, 8);
    for (const page of [0, 1, 2, 3]) storeEarly('page', '/api/orders', { ...LIST, body: `{"page":${page}}` }, 7);
    expect(kept().session.map(({ key }: { key: string }) => key)).toEqual(['GET /api/users/me 8 ']);
    const [asked] = Object.values(kept().pages) as { init: RequestInit }[][];
    expect(asked?.map(({ init }) => init.body)).toEqual(['{"page":1}', '{"page":2}', '{"page":3}']);
  });

  it('is nothing once the person has signed out, though a reply comes later', () => {
    saveTokens(null);
    storeEarly('session', '/api/users/me', READ, 7);
    expect(kept()).toBeNull();
  });

  it('contains no token', () => {
    storeEarly('session', '/api/users/me', READ, 7);
    expect(localStorage.getItem('verdant.early')).not.toContain('Bearer');
  });

  it('is answered once, for the same request and person', async () => {
    given([['POST /api/orders 7 {"page":0}', Promise.resolve(new Response('early'))]]);
    const who = { orgId: 7, token: 'mine' };
    expect(readEarly('/api/orders', LIST, { ...who, orgId: 8 })).toBeUndefined();
    expect(readEarly('/api/orders', { ...LIST, body: '{"page":1}' }, who)).toBeUndefined();
    expect(readEarly('/api/orders', LIST, { ...who, token: 'another' })).toBeUndefined();
    expect(await (await readEarly('/api/orders', LIST, who))?.text()).toBe('early');
    expect(readEarly('/api/orders', LIST, who)).toBeUndefined();
  });

  it('is not answered with what was asked for before something changed', () => {
    given([['POST /api/orders 7 {"page":0}', Promise.resolve(new Response('early'))]]);
    readAllAgain();
    expect(readEarly('/api/orders', LIST, { orgId: 7, token: 'mine' })).toBeUndefined();
  });

  describe('and has come', () => {
    const KEY = 'POST /api/orders 7 {"page":0}';
    const who = { orgId: 7, token: 'mine' };
    const come = () =>
      given([[KEY, Promise.resolve(new Response('early')), { response: new Response(), body: 'early' }]]);

    it('is there at once, until somebody takes it', () => {
      come();
      const now = earlyNow('/api/orders', LIST, who);
      expect(now?.body).toBe('early');
      expect(Math.abs((now?.at ?? 0) - Date.now())).toBeLessThan(5000);
      expect(earlyNow('/api/orders', LIST, who)?.body).toBe('early');
      now?.take();
      expect(earlyNow('/api/orders', LIST, who)).toBeUndefined();
      expect(readEarly('/api/orders', LIST, who)).toBeUndefined();
    });

    it('is not there for another request, organization or person, nor once it was read or something changed', async () => {
      come();
      expect(earlyNow('/api/orders', { ...LIST, body: '{"page":1}' }, who)).toBeUndefined();
      expect(earlyNow('/api/orders', LIST, { ...who, orgId: 8 })).toBeUndefined();
      expect(earlyNow('/api/orders', LIST, { ...who, token: 'another' })).toBeUndefined();
      await readEarly('/api/orders', LIST, who);
      expect(earlyNow('/api/orders', LIST, who)).toBeUndefined();
      come();
      readAllAgain();
      expect(earlyNow('/api/orders', LIST, who)).toBeUndefined();
    });

    it('is waited for by whoever wants all of them, also when one fails', async () => {
      given([[KEY, Promise.reject(new Error('offline'))]]);
      await expect(earlyReplies()).resolves.toBeDefined();
      given([]);
      expect(earlyReplies()).toBeNull();
    });
  });
});
