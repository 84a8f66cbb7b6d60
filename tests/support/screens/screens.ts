import type { Page } from 'playwright';
import { matchPath } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/db/client';
import type { Manifest, Screen } from '../../../src/providers/manifest';
import { axeFindings, scrollsSideways } from '../browser';
import { growAtFernhollow } from '../harvests/demo';
import { makeHarvest } from '../harvests/factories';
import { openStage } from '../stage';
import { watchCanaries } from '../usage/canaries';
import { makeRecording, memberOf } from '../usage/recordings';
import { fillOrders, nameLong } from './long-names';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
] as const;

/** Who views a part's screens; by default the owner of a seller, for public ones a visitor. */
const VIEWERS: Readonly<Record<string, string>> = {
  support: 'support@verdant.example',
  'support-recordings': 'support@verdant.example',
  'brand-review': 'support@verdant.example',
  marketplace: 'buyer@harborvine.example',
  'purchase-orders': 'buyer@harborvine.example',
  intakes: 'warehouse@fernhollow.example',
  'buyer-companies': 'owner@harborvine.example',
};
/** No screen's address. */
const NOWHERE = '/nowhere';
export const OWNER = 'owner@fernhollow.example';
const VISITOR = 'a visitor';
/** A heading of a seller's and one of a buyer's, as a recording has them. */
const OWN_WORDS = /"textContent":"(Sales|Purchase) Orders"/;

/** The orders that are looked at, from either side. */
const [SOLD, BOUGHT] = [3000, 2998];

/** Values for address parameters; a nonexistent record by default. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'marketplace/brands/*': 'marketplace/brands/night-heron',
  'inventory/pricing/price-schedules/:slug': 'inventory/pricing/price-schedules/4',
  'account/listing/:slug': 'account/listing/brand-1-fernhollow',
  'fulfillment/intakes/:slug?': 'fulfillment/intakes/1?licenseId=1',
  'deals/:slug': 'deals/00000000-0000-4000-8000-000000000003',
  'orders/:slug': `orders/${SOLD}`,
  'orders/purchases/:slug': `orders/purchases/${BOUGHT}`,
  'directory/:slug': 'directory/brand-1-fernhollow?from=search',
  'directory/lists/:slug': 'directory/lists/owned-licenses',
  'directory/connections/:slug': 'directory/connections/invites-received',
  'profile/connections/:slug': 'profile/connections/invites-received',
};
/** The demo data has no request for approval. */
const MISSING = '/orders/purchases/approvals/1';
/** Redirects: they never stay on screen. */
const PASSED_THROUGH = [
  'account',
  'login',
  'signup',
  'logged-in',
  'onboarding',
  'onboarding/organization',
  'signed-in-again',
];

// Importing the manifests evaluates browser code, which reads settings from the page.
vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('location', new URL('http://127.0.0.1'));
vi.stubGlobal('addEventListener', () => {});
const { manifests } = await import('../../../src/resources');
vi.unstubAllGlobals();

type Case = { manifest: Manifest; screen: Screen };
const cases: Case[] = manifests.flatMap((manifest) =>
  manifest.screens.filter(({ path }) => !PASSED_THROUGH.includes(path)).map((screen) => ({ manifest, screen })),
);
const patterns = manifests.flatMap(({ screens }) => screens.map(({ path }) => `/${path}`));
const viewerOf = ({ manifest, screen }: Case) => (screen.isPublic ? VISITOR : (VIEWERS[manifest.name] ?? OWNER));
const addressOf = ({ path }: Pick<Screen, 'path'>) => `/${EXAMPLES[path] ?? path.replace(/:\w+\??|\*/g, '1')}`;

/** Waits until the page has loaded. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator('[data-skeleton], main [aria-busy="true"]').count()).toBe(0);
}

/** The page's internal links that no screen handles, nor the server itself. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const paths = new Set(links.map((link) => new URL(link ?? '/', 'http://verdant').pathname));
  return [...paths].filter((path) => path !== '/api/docs' && !patterns.some((pattern) => matchPath(pattern, path)));
}

/** Goes to another screen within the app, as Back and Forward do, which spares loading it anew. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  // A new screen takes the focus.
  await page.locator('main:focus, main :focus').waitFor();
  await settled(page);
}

/** Puts a product in the viewer's cart, so that the cart's screens have one. */
async function fillCart(page: Page): Promise<void> {
  await goTo(page, addressOf({ path: 'marketplace/brands/*' }));
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await page.getByRole('button', { name: 'Cart (1)' }).waitFor();
}

async function lookedAt(page: Page, address: string): Promise<string[]> {
  await goTo(page, address);
  const found: string[] = [];
  const isMissing = (await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).count()) > 0;
  if (isMissing !== (address === MISSING)) found.push(isMissing ? 'is nowhere' : 'is there by now');
  const { width } = page.viewportSize() ?? SIZES[0];
  // From the size of the screen before: each resize costs as much as a look.
  for (const size of width === SIZES[0].width ? SIZES : SIZES.toReversed()) {
    await page.setViewportSize(size);
    await settled(page);
    found.push(...(await axeFindings(page)).map((text) => `${size.width}: ${text}`));
    if (await scrollsSideways(page)) found.push(`${size.width}: scrolls sideways`);
  }
  // Dark mode only changes colors.
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  found.push(...(await axeFindings(page, ['color-contrast'])).map((text) => `dark: ${text}`));
  await page.emulateMedia({ colorScheme: 'light' });
  found.push(...(await deadLinks(page)).map((path) => `a link to ${path}, which is nowhere`));
  return found.map((text) => `${address}, ${text}`);
}

/** Demo data on every screen, with the longest names there are. */
async function fillLong(database: Database): Promise<void> {
  await fillOrders(database, [SOLD, BOUGHT]);
  const { seller, grown } = await growAtFernhollow(database);
  await makeHarvest(database.db, seller, grown, { plants: grown.tags });
  await makeRecording(database.db, await memberOf(database.db, OWNER));
  await nameLong(database);
}

/** A test for each screen that these viewers see, in one window for each of them, with the longest names there are. */
export function testScreensOf(isWanted: (viewer: string) => boolean): void {
  const stage = openStage({
    keepsWindows: true,
    prepare: fillLong,
    environment: () => ({ USAGE: 'true' }),
  });
  const wanted = cases.filter((one) => isWanted(viewerOf(one)));
  describe.each([...new Set(wanted.map(viewerOf))])('as %s', (viewer) => {
    let opened: Awaited<ReturnType<typeof open>> | undefined;
    const open = async () => {
      const page = await (viewer === VISITOR ? stage.stranger(NOWHERE) : stage.visit(viewer, NOWHERE));
      await settled(page);
      if (viewer === VIEWERS.marketplace) await fillCart(page);
      return { page, canaries: await watchCanaries(stage.database.database, page) };
    };

    it.each(wanted.filter((one) => viewerOf(one) === viewer).map(({ screen }) => addressOf(screen)))(
      '%s leaves axe nothing to report, never scrolls sideways, has no dead links, and a recording of it no name, price, license number or email',
      async (address) => {
        opened ??= await open();
        const findings = await lookedAt(opened.page, address);
        const givenAway = await opened.canaries.look(OWN_WORDS);
        expect([...findings, ...givenAway.map((text) => `${address}, ${text}`)]).toEqual([]);
      },
    );

    if (viewer !== OWNER && viewer !== VIEWERS.marketplace) return;
    it('the screens have all of these where nothing is masked, and a recording keeps our own headings', () => {
      expect([...(opened?.canaries.seen.kinds ?? [])].sort()).toEqual(['email', 'license', 'name', 'price']);
      expect(opened?.canaries.seen.isOurs).toBe(true);
    });
  });
}
