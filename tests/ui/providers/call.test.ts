import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { carts } from '../../../domain/carts/contract';
import { orders } from '../../../domain/orders/contract';
import { orgListing } from '../../../domain/organization/org-listing';
import { reference, session } from '../../../domain/session/contract';
import { call } from '../../../src/providers/call';
import { callAs, enterOrganization } from '../../../src/providers/call/call-context';
import { CallError, isAbort, NetworkError, UnreadableReply } from '../../../src/providers/call/call-errors';
import { callNews } from '../../../src/providers/call/call-news';
import {
  hasEnded,
  readTemporaryToken,
  readTokens,
  saveTemporaryToken,
  saveTokens,
} from '../../../src/providers/call/tokens';
import { lost, network, refusal, reply, token } from '../support/platform';

const realFetch = globalThis.fetch;
const org = { id: 7, name: 'Fernhollow', profileImageUri: null, states: [], brands: [], licenses: [], people: [] };
const profile = () => call(orgListing.profile, { params: { id: 7 } });
const expired = () => refusal(401, 'TOKEN_EXPIRED', 'Sign in again');

let net: ReturnType<typeof network>;

beforeEach(() => {
  net = network();
  saveTemporaryToken(null);
  saveTokens({ accessToken: token('a', 400), refreshToken: 'first' });
  enterOrganization(null);
  return () => {
    globalThis.fetch = realFetch;
    saveTokens(null);
  };
});

/** Accepts this token, and calls every other one expired. */
function accepts(accessToken: string): void {
  net.on(orgListing.profile, ({ headers }) =>
    headers.get('Authorization') === `Bearer ${accessToken}` ? reply(orgListing.profile, org) : expired(),
  );
}

describe('a tab that shows one person', () => {
  it('sends nothing as another who signed in in another tab, and says so', async () => {
    saveTokens({ accessToken: token('a', 600), refreshToken: 'first' });
    callAs('a');
    net.on(orgListing.profile, () => reply(orgListing.profile, org));
    expect(await profile()).toEqual(org);
    const told: unknown[] = [];
    const off = callNews.otherPerson.on(() => told.push('other'));
    localStorage.setItem('auth.tokens', JSON.stringify({ accessToken: token('b', 600), refreshToken: 'theirs' }));
    expect(isAbort(await profile().catch((error: unknown) => error))).toBe(true);
    expect([net.count('/orgs/7'), told]).toEqual([1, ['other']]);
    saveTokens({ accessToken: token('a', 600), refreshToken: 'again' });
    expect(await profile()).toEqual(org);
    off();
    callAs(null);
  });

  it('doesn’t repeat a refused call as another either', async () => {
    saveTokens({ accessToken: token('a', 600), refreshToken: 'first' });
    callAs('a');
    net.on(orgListing.profile, () => {
      localStorage.setItem('auth.tokens', JSON.stringify({ accessToken: token('b', 600), refreshToken: 'theirs' }));
      return expired();
    });
    expect(isAbort(await profile().catch((error: unknown) => error))).toBe(true);
    expect(net.count('/orgs/7')).toBe(1);
    callAs(null);
  });
});

describe('a call whose token the platform calls expired', () => {
  it('shares one refresh with nine others, and each is sent again once', async () => {
    const fresh = token('a', 600);
    accepts(fresh);
    net.on(session.refresh, () => reply(session.refresh, { accessToken: fresh, refreshToken: 'second' }));
    expect(await Promise.all(Array.from({ length: 10 }, profile))).toEqual(Array(10).fill(org));
    expect(net.count('/auth/refresh')).toBe(1);
    expect(net.count('/orgs/7')).toBe(20);
    expect(readTokens()).toMatchObject({ accessToken: fresh, refreshToken: 'second' });
  });

  it('takes the token another tab has fetched meanwhile', async () => {
    const theirs = token('a', 500);
    net.on(orgListing.profile, ({ headers }) => {
      if (headers.get('Authorization') === `Bearer ${theirs}`) return reply(orgListing.profile, org);
      localStorage.setItem('auth.tokens', JSON.stringify({ accessToken: theirs, refreshToken: 'theirs' }));
      return expired();
    });
    expect(await profile()).toEqual(org);
    expect(net.count('/auth/refresh')).toBe(0);
  });

  it('is refused for good when the refresh is, which is said once however many wait', async () => {
    let told = 0;
    const off = callNews.signedOut.on(() => told++);
    net.on(orgListing.profile, expired);
    net.on(session.refresh, () => refusal(401, 'SIGNED_OUT', 'Sign in again'));
    const results = await Promise.allSettled([profile(), profile(), profile()]);
    off();
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(told).toBe(1);
    expect(readTokens()).toBeNull();
    expect(hasEnded()).toBe(true);
  });

  it('does not sign anybody out because the connection was lost', async () => {
    net.on(orgListing.profile, expired);
    net.on(session.refresh, lost);
    await expect(profile()).rejects.toBeInstanceOf(NetworkError);
    expect(readTokens()).not.toBeNull();
    expect(net.count('/auth/refresh')).toBe(1);
  });

  it('is not sent a third time when the new token is refused too', async () => {
    net.on(orgListing.profile, expired);
    net.on(session.refresh, () => reply(session.refresh, { accessToken: token('a', 600) }));
    await expect(profile()).rejects.toMatchObject({ status: 401 });
    expect(net.count('/orgs/7')).toBe(2);
  });
});

describe('a refresh during which another tab', () => {
  const theirs = { accessToken: token('b', 500), refreshToken: 'theirs' };
  const renewed = () => reply(session.refresh, { accessToken: token('a', 600), refreshToken: 'second' });
  const refused = () => refusal(401, 'SIGNED_OUT', 'Sign in again');

  /** How often the session was said to have ended. */
  function meanwhile(stored: object | null, outcome: () => Response): () => number {
    let told = 0;
    const off = callNews.signedOut.on(() => told++);
    onTestFinished(off);
    net.on(session.refresh, () => {
      if (stored === null) localStorage.removeItem('auth.tokens');
      else localStorage.setItem('auth.tokens', JSON.stringify(stored));
      return outcome();
    });
    return () => told;
  }

  it.each([
    ['renewed', renewed],
    ['refused', refused],
  ])('signed another in leaves theirs as they are when it is %s, and sends nothing as them', async (_, outcome) => {
    callAs('a');
    onTestFinished(() => callAs(null));
    const told = meanwhile(theirs, outcome);
    net.on(orgListing.profile, expired);
    expect(isAbort(await profile().catch((error: unknown) => error))).toBe(true);
    expect([readTokens(), told(), net.count('/orgs/7')]).toEqual([theirs, 0, 1]);
  });

  it.each([
    ['renewed', renewed],
    ['refused', refused],
  ])('signed the same person in again goes on with that when it is %s', async (_, outcome) => {
    const again = { accessToken: token('a', 500), refreshToken: 'again' };
    const told = meanwhile(again, outcome);
    accepts(again.accessToken);
    expect(await profile()).toEqual(org);
    expect([readTokens(), told()]).toEqual([again, 0]);
  });

  it.each([
    ['renewed', renewed],
    ['refused', refused],
  ])('signed out leaves it so when it is %s', async (_, outcome) => {
    const told = meanwhile(null, outcome);
    net.on(orgListing.profile, expired);
    await expect(profile()).rejects.toMatchObject({ status: 401 });
    expect([readTokens(), hasEnded(), told()]).toEqual([null, false, 0]);
  });

  it('signed out before it began isn’t told that the session expired', async () => {
    net.on(orgListing.profile, () => {
      localStorage.removeItem('auth.tokens');
      return expired();
    });
    await expect(profile()).rejects.toMatchObject({ status: 401 });
    expect([net.count('/auth/refresh'), hasEnded()]).toEqual([0, false]);
  });
});

describe('a token that runs out shortly', () => {
  const soon = { accessToken: token('a', 20), refreshToken: 'first' };

  it('is renewed once ahead of its end, and none of ten calls is refused', async () => {
    const fresh = token('a', 600);
    saveTokens(soon);
    accepts(fresh);
    net.on(session.refresh, () => reply(session.refresh, { accessToken: fresh, refreshToken: 'second' }));
    expect(await Promise.all(Array.from({ length: 10 }, profile))).toEqual(Array(10).fill(org));
    expect(net.count('/auth/refresh')).toBe(1);
    expect(net.count('/orgs/7')).toBe(10);
  });

  it('is not renewed again by a tab that waited for another one to do it', async () => {
    const theirs = token('a', 500);
    saveTokens(soon);
    accepts(theirs);
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void navigator.locks.request('verdant.refresh', () => {
      held.resolve();
      return done.promise;
    });
    await held.promise;
    const asked = profile();
    localStorage.setItem('auth.tokens', JSON.stringify({ accessToken: theirs, refreshToken: 'theirs' }));
    done.resolve();
    expect(await asked).toEqual(org);
    expect(net.count('/auth/refresh')).toBe(0);
  });

  it('is still used where it cannot be renewed yet', async () => {
    saveTokens(soon);
    accepts(soon.accessToken);
    net.on(session.refresh, lost);
    expect(await profile()).toEqual(org);
  });

  it('is told by its age, not by a clock that is an hour ahead', async () => {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => btoa(JSON.stringify(value)).replace(/=/g, '');
    const early = `${part({ alg: 'none' })}.${part({ sub: 'a', iat: now - 3600, exp: now - 3000 })}.x`;
    saveTokens({ accessToken: early, refreshToken: 'first' });
    accepts(early);
    expect(await profile()).toEqual(org);
    expect(net.count('/auth/refresh')).toBe(0);
  });
});

it('a refused permission is no reason to refresh', async () => {
  saveTokens({ accessToken: token('a', 600), refreshToken: 'first' });
  net.on(orgListing.profile, () => refusal(403, 'FORBIDDEN', 'Your role needs more'));
  await expect(profile()).rejects.toThrow('Your role needs more');
  expect(net.count('/auth/refresh')).toBe(0);
});

describe('a temporary token', () => {
  it('goes before one’s own, and names no organization', async () => {
    enterOrganization(7);
    saveTemporaryToken('acting');
    net.on(orgListing.profile, () => reply(orgListing.profile, org));
    await profile();
    expect(net.sent[0]?.headers.get('Authorization')).toBe('Bearer acting');
    expect(net.sent[0]?.headers.get('Org-Id')).toBeNull();
  });

  it.each([401, 403])('ends with any %i, without a refresh', async (status) => {
    saveTemporaryToken('acting');
    net.on(orgListing.profile, () => refusal(status, 'FORBIDDEN', 'No'));
    await expect(profile()).rejects.toBeInstanceOf(CallError);
    expect(readTemporaryToken()).toBeNull();
    expect(readTokens()).not.toBeNull();
    expect(net.count('/auth/refresh')).toBe(0);
  });
});

describe('what is sent', () => {
  it('names the client, the organization and the time zone', async () => {
    enterOrganization(7);
    net.on(orgListing.profile, () => reply(orgListing.profile, org));
    await profile();
    const { headers } = net.sent[0] ?? { headers: new Headers() };
    expect(headers.get('Client-Type')).toBe('web');
    expect(headers.get('Org-Id')).toBe('7');
    expect(headers.get('Timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('carries no token to what anybody may read', async () => {
    net.on(reference.version, () => reply(reference.version, { appBuildId: 'b' }));
    expect(await call(reference.version, {})).toEqual({ appBuildId: 'b' });
    expect(net.sent[0]?.headers.has('Authorization')).toBe(false);
  });
});

describe('a lost connection', () => {
  it('has reads tried again', async () => {
    let attempts = 0;
    net.on(orgListing.profile, () => (++attempts < 3 ? lost() : reply(orgListing.profile, org)));
    expect(await profile()).toEqual(org);
  });

  it('has a write tried again with the same idempotency key', async () => {
    net.on(orders.addComment, lost);
    await expect(call(orders.addComment, { params: { id: 1 }, body: { comment: 'Hello' } })).rejects.toThrow(
      /connection/,
    );
    const keys = net.sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has a write without a key tried once only', async () => {
    net.on(carts.removeItem, lost);
    await expect(call(carts.removeItem, { params: { id: 1, itemId: 2 } })).rejects.toBeInstanceOf(NetworkError);
    expect(net.sent).toHaveLength(1);
  });
});

it('a reply for the organization that was left is dropped', async () => {
  enterOrganization(7);
  net.on(orgListing.profile, async () => {
    await new Promise((done) => setTimeout(done, 50));
    return reply(orgListing.profile, org);
  });
  const asked = profile();
  enterOrganization(8);
  const error = await asked.catch((caught: unknown) => caught);
  expect(isAbort(error)).toBe(true);
});

it('a reply of another shape says that the page is out of date', async () => {
  let told = 0;
  const off = callNews.unreadable.on(() => told++);
  net.on(orgListing.profile, () => Response.json({ id: 7, title: 'Fernhollow' }));
  await expect(profile()).rejects.toBeInstanceOf(UnreadableReply);
  off();
  expect(told).toBe(1);
});

it('a reply with a field this page does not know yet is read without it', async () => {
  net.on(orgListing.profile, () => Response.json({ ...org, color: 'green' }));
  expect(await profile()).toEqual(org);
});

it('a refusal without a body of ours still reads as a sentence', async () => {
  net.on(orgListing.profile, () => new Response('<html>Bad gateway</html>', { status: 502 }));
  await expect(profile()).rejects.toThrow('We can’t reach Verdant right now');
});
