import { expect, it } from 'vitest';
import type { NotificationGroup } from '../../../domain/notifications/notification';
import { WRAPPER_LOG } from '../../../domain/wrapper/messages';
import { axeFindings, scrollsSideways, signedIn } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';
import { type FakeApp, openInApp, PHONE } from '../../support/wrapper/fake-app';

const OWNER = 'owner@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const SETTINGS = '/profile/settings';

const stage = openStage();
const { visit, stranger } = stage;

/** A window that the app's script may be put into. */
const page = (email: string, options = {}) => visit(email, '/icon.svg', { isNew: true, ...options });
const names = async ({ heard }: FakeApp) => [...new Set((await heard()).map(({ name }) => name))];
const kept = ({ page }: FakeApp) => page.evaluate(() => JSON.parse(localStorage.getItem('auth.tokens') ?? 'null'));
const of = (logged: readonly string[], text: string) => logged.filter((one) => one === text).length;
const hears = (app: FakeApp, name: string) =>
  expect.poll(async () => (await app.heard(name)).length).toBeGreaterThan(0);
const tokensOf = async (email: string) =>
  JSON.parse((await signedIn(stage.verdant.url, email)).tokens) as { accessToken: string; refreshToken: string };

/** Another page, by the app's own navigation. */
async function openCustomers({ page }: FakeApp): Promise<void> {
  await page.getByRole('button', { name: 'Network' }).click();
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await heading(page, 'Customers');
}

const groupsOf = (heard: { what: unknown } | undefined) =>
  ((heard?.what ?? { notifications: [] }) as { notifications: readonly NotificationGroup[] }).notifications;

it('tells the app that it runs, and what changes here, each once; a browser of its own tells nothing', async () => {
  const app = await openInApp(await page(OWNER), '/orders');
  await heading(app.page, 'Sales Orders');
  await hears(app, 'notificationsUpdated');
  expect((await app.heard())[0]?.name).toBe('nuxtInitialized');
  expect((await names(app)).sort()).toEqual(
    ['appThemeChanged', 'notificationsUpdated', 'nuxtInitialized', 'orgStatusChanged', 'tokensRefreshed'].sort(),
  );
  const { accessToken, refreshToken } = await kept(app);
  expect((await app.heard('tokensRefreshed')).map(({ what }) => what)).toEqual([{ accessToken, refreshToken }]);
  expect((await app.heard('appThemeChanged')).map(({ what }) => what)).toEqual([{ theme: 'light' }]);
  expect((await app.heard('orgStatusChanged')).map(({ what }) => what)).toEqual([
    { orgId: expect.any(Number), onboarded: true },
  ]);
  const [{ what: told } = { what: {} }] = await app.heard('notificationsUpdated');
  expect(told).toEqual({ notifications: expect.any(Array) });
  const all = await app.heard();
  expect(all.map(({ meta }) => meta.id)).toEqual(all.map(({ meta }) => meta.id).toSorted((a, b) => a - b));
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await app.heard('appThemeChanged')).at(-1)?.what).toEqual({ theme: 'dark' });

  // Tokens that are renewed here are the app's as well.
  await app.page.evaluate(() => {
    const tokens = JSON.parse(localStorage.getItem('auth.tokens') ?? '{}');
    localStorage.setItem('auth.tokens', JSON.stringify({ ...tokens, expiresAt: 1 }));
  });
  await openCustomers(app);
  await expect.poll(async () => (await app.heard('tokensRefreshed')).length).toBe(2);
  const renewed = await kept(app);
  expect(renewed.accessToken).not.toBe(accessToken);
  expect((await app.heard('tokensRefreshed')).at(-1)?.what).toEqual({
    accessToken: renewed.accessToken,
    refreshToken: renewed.refreshToken,
  });
  expect(app.logged).toEqual([]);

  await app.page.goto('/orders?is_flutter=false');
  await heading(app.page, 'Sales Orders');
  expect(await app.page.evaluate(() => localStorage.getItem('CLIENT_TYPE'))).toBe('web');
  await app.page.goto('/orders');
  await heading(app.page, 'Sales Orders');
  expect(await app.heard()).toEqual([]);
  expect(await app.page.evaluate(() => typeof window.verdantWrapper)).toBe('undefined');
});

it('waits for an app that comes late, by its object or its event', async () => {
  for (const comes of ['late', 'with-event'] as const) {
    const app = await openInApp(await page(OWNER), '/orders', { comes });
    await heading(app.page, 'Sales Orders');
    await hears(app, 'notificationsUpdated');
    expect((await app.heard())[0]?.name).toBe('nuxtInitialized');
    expect(of(app.logged, WRAPPER_LOG.notReady)).toBe(0);
  }
});

it('after three seconds it says that nobody hears, goes on without, and tells an app that comes later still', async () => {
  const opened = await page(OWNER);
  await opened.clock.install();
  const app = await openInApp(opened, '/orders', { comes: 'never' });
  await heading(app.page, 'Sales Orders');
  await app.page.waitForFunction(() => window.verdantWrapper !== undefined);
  await app.page.clock.runFor(3_000);
  await expect.poll(() => of(app.logged, WRAPPER_LOG.notReady)).toBe(1);
  await expect.poll(() => of(app.logged, WRAPPER_LOG.callFailed)).toBeGreaterThan(0);
  await openCustomers(app);
  await app.comes();
  await hears(app, 'nuxtInitialized');
  await hears(app, 'tokensRefreshed');
});

it('a handler that fails is only logged, without what it was told, and the others are called', async () => {
  const app = await openInApp(await page(OWNER), '/orders', { rejects: ['tokensRefreshed', 'appThemeChanged'] });
  await heading(app.page, 'Sales Orders');
  await hears(app, 'orgStatusChanged');
  await expect.poll(() => app.logged).toEqual([WRAPPER_LOG.callFailed, WRAPPER_LOG.callFailed]);
  expect(await names(app)).toContain('nuxtInitialized');
});

it('takes tokens that differ and reads the person again; the same ones and older ones change nothing', async () => {
  const app = await openInApp(await page(OWNER), '/orders');
  await heading(app.page, 'Sales Orders');
  await hears(app, 'tokensRefreshed');
  const before = await kept(app);
  let reads = 0;
  app.page.on('request', (request) => {
    if (request.url().endsWith('/api/users/me')) reads += 1;
  });
  expect(await app.tell('tokensRefreshed', before)).toBe(true);
  expect(reads).toBe(0);
  const next = await tokensOf(OWNER);
  expect(await app.tell('tokensRefreshed', next)).toBe(true);
  expect(reads).toBeGreaterThan(0);
  expect(await kept(app)).toMatchObject({ accessToken: next.accessToken, refreshToken: next.refreshToken });
  // Its own tokens aren't told back to it.
  expect((await app.heard('tokensRefreshed')).length).toBe(1);
  await heading(app.page, 'Sales Orders');
  expect(await app.tell('tokensRefreshed', before)).toBe(true);
  expect(await kept(app)).toMatchObject({ accessToken: next.accessToken });
  await expect
    .poll(async () => (await app.heard('tokensRefreshed')).at(-1)?.what)
    .toEqual({ accessToken: next.accessToken, refreshToken: next.refreshToken });

  const over = await tokensOf(OWNER);
  const headers = { Authorization: `Bearer ${over.accessToken}` };
  const sessions = await (await app.page.request.get('/api/users/me/sessions', { headers })).json();
  const { id } = sessions.find((one: { isCurrent: boolean }) => one.isCurrent);
  await app.page.request.delete(`/api/users/me/sessions/${id}`, { headers });
  for (const dead of [over, { ...over, refreshToken: '' }, { accessToken: 'nonsense', refreshToken: 'nonsense' }]) {
    expect(await app.tell('tokensRefreshed', dead)).toBe(false);
  }
  expect(of(app.logged, WRAPPER_LOG.tokensFailed)).toBe(3);
  expect(await kept(app)).toMatchObject({ accessToken: next.accessToken });
  await openCustomers(app);
});

it('signs in who isn’t, with the app’s tokens; another person’s start the page over', async () => {
  const opened = await stranger('/icon.svg', { userAgent: 'Verdant' });
  const app = await openInApp(opened, '/marketplace');
  await hears(app, 'nuxtInitialized');
  await app.tell('tokensRefreshed', await tokensOf(OWNER));
  await app.page.getByRole('button', { name: /^Account: / }).waitFor();
  const owner = await app.page.getByRole('button', { name: /^Account: / }).getAttribute('aria-label');
  const others = await tokensOf(MANAGER);
  // The page that is left takes no taps: it is held here until one came.
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await app.page.route('**/marketplace', async (route) => {
    await held;
    await route.continue();
  });
  // Chromium runs nothing more from outside in a page that is being left: the app's messages come from within.
  await app.page.evaluate((tokens) => {
    const receive = async (name: string, what: unknown) => window.verdantWrapper?.receive(name, what);
    void receive('tokensRefreshed', tokens).then(async () => {
      for (;;) {
        await receive('notificationTapped', { notification: { name: 'one' } });
        await new Promise((next) => setTimeout(next));
      }
    });
  }, others);
  await expect.poll(() => of(app.logged, WRAPPER_LOG.noRouter)).toBeGreaterThan(0);
  goOn();
  await expect
    .poll(() => app.page.getByRole('button', { name: /^Account: / }).getAttribute('aria-label'))
    .not.toBe(owner);
  expect(of(app.logged, WRAPPER_LOG.tokensFailed)).toBe(0);
  await app.page.unrouteAll({ behavior: 'wait' });
});

it('another person’s tokens never take over what was typed: it isn’t theirs to see or save, and its writer finds it again', async () => {
  const app = await openInApp(await page(OWNER), SETTINGS);
  const [name, account] = [app.page.getByLabel('First name'), app.page.getByRole('button', { name: /^Account: / })];
  await name.fill('Annabel');
  const [owner, own] = [await account.getAttribute('aria-label'), await kept(app)];
  const saved: string[] = [];
  app.page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/api\/users\//.test(request.url())) saved.push(request.url());
  });
  const becomes = async (tokens: unknown) => {
    // The page may be gone before it can say that it took them.
    await app.tell('tokensRefreshed', tokens).catch(() => {});
    await app.page.waitForURL('**/marketplace');
    await account.waitFor();
    return account.getAttribute('aria-label');
  };
  expect(await becomes(await tokensOf(MANAGER))).not.toBe(owner);
  await app.page.goto(SETTINGS);
  await name.waitFor();
  expect(await name.inputValue()).not.toBe('Annabel');
  expect(await becomes(own)).toBe(owner);
  await app.page.goto(SETTINGS);
  await expect.poll(() => name.inputValue()).toBe('Annabel');
  expect(saved).toEqual([]);
});

it('opens what is tapped outside the page, and says of what it can’t that it can’t', async () => {
  const app = await openInApp(await page(OWNER), '/orders');
  await hears(app, 'notificationsUpdated');
  expect(await app.tell('notificationTapped', {})).toBe(false);
  expect(await app.tell('notificationTapped', { notification: null })).toBe(false);
  expect(of(app.logged, WRAPPER_LOG.notificationRequired)).toBe(2);
  expect(await app.tell('notificationTapped', { notification: { name: 'nothing-like-it' } })).toBe(false);
  expect(of(app.logged, WRAPPER_LOG.notificationNotFound)).toBe(1);
  const [first] = await app.heard('notificationsUpdated');
  const orgId = (await app.heard('orgStatusChanged')).at(-1)?.what.orgId;
  const known = groupsOf(first).find((one) => one.activities[0]?.route && (one.orgId === null || one.orgId === orgId));
  if (!known) throw new Error('The demo has no notification that leads anywhere');
  const [activity] = known.activities;
  expect(await app.tell('notificationTapped', { notification: { id: activity?.id } })).toBe(true);
  await expect
    .poll(() => {
      const { pathname, search } = new URL(app.page.url());
      return pathname + search;
    })
    .toBe(activity?.route);
  await expect
    .poll(async () => {
      return groupsOf((await app.heard('notificationsUpdated')).at(-1)).find(({ name }) => name === known.name)?.isRead;
    })
    .toBe(true);
  expect(await app.tell('something', {})).toBe(false);
});

it('opens a channel on a phone that navigation has no messages on', async () => {
  const computer = await visit(OWNER, '/chat/messages');
  await expect.poll(() => new URL(computer.url()).pathname).toMatch(/^\/chat\/messages\/.+/);
  const { pathname } = new URL(computer.url());
  const cid = pathname.split('/').at(-1);
  const app = await openInApp(await page(OWNER, PHONE), '/orders');
  await hears(app, 'nuxtInitialized');
  expect(await app.tell('flutterLinkTapped', { streamChannelId: '../settings' })).toBe(false);
  expect(await app.tell('flutterLinkTapped', { streamChannelId: `team:${cid}` })).toBe(true);
  await app.page.getByRole('textbox', { name: /^Message / }).waitFor();
  expect(new URL(app.page.url()).pathname).toBe(pathname);
  expect(await scrollsSideways(app.page)).toBe(false);
  await app.page.goto('/chat/browse-channels');
  await app.page.getByText('This page only works on a computer').waitFor();
  const web = await visit(OWNER, pathname, PHONE);
  await web.getByText('This page only works on a computer').waitFor();
});

it('a payment is confirmed on a page that reads no chat and no feed, and leaves invitations alone', async () => {
  const opened = await page(OWNER);
  const asked: string[] = [];
  opened.on('request', (request) => asked.push(request.url()));
  const app = await openInApp(opened, '/android-confirm-transaction?invite_code=0000&invite_type=ORG_INVITE');
  await heading(app.page, 'Confirm your payment');
  await hears(app, 'orgStatusChanged');
  expect(new URL(app.page.url()).pathname).toBe('/android-confirm-transaction');
  expect(asked.filter((url) => /\/api\/.*(notification|chat|nvite)/.test(url))).toEqual([]);
  expect(await app.page.evaluate(() => localStorage.getItem('verdant.invitation'))).toBeNull();
  expect(await axeFindings(app.page)).toEqual([]);
  await app.page.getByRole('link', { name: 'Continue to Verdant' }).click();
  await hears(app, 'notificationsUpdated');

  const visitor = await stranger('/android-confirm-transaction');
  await heading(visitor, 'Confirm your payment');
});
