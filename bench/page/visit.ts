import type { BrowserContext, Page } from 'playwright';

/** A screen and the first thing on it that a person came for. */
export type Screen = { path: string; first: string; list: string };

export const SCREENS: readonly Screen[] = [
  { path: '/orders', first: '[role="row"][data-r="0"] a', list: '/api/leaflink/orders' },
  { path: '/marketplace', first: 'main a[href^="/marketplace/brands/"]', list: '/api/directory-listings' },
  { path: '/network/customers', first: '[role="row"][data-r="0"] a', list: '/api/customers/search' },
];

/** What slows a visit: nothing, or a processor four times slower behind 10 Mbit a second. */
export const PACES = { plain: null, slowed: { cpu: 4, bytesPerSecond: 1_250_000 } } as const;
export type Pace = keyof typeof PACES;

const SHOWN = 'firstRowShown';
const QUIET_MS = 1000;

export type Call = { url: string; method: string; headers: Record<string, string>; body: string | null };

export type Visit = {
  /** Milliseconds from asking for the page to the frame that shows the first row. */
  firstRow: number;
  /** Milliseconds between the first paint and the first that shows something of the page. */
  contentAfterPaint: number;
  /** How much of what was shown moved, as Chromium adds it up. */
  shift: number;
  /** Milliseconds of script up to there, on the page's own thread. */
  script: number;
  requests: string[];
  /** Kilobytes of JavaScript as sent, up to the first row. */
  scriptBytes: number;
  scripts: string[];
  styles: string[];
  call: Call | null;
};

/** Opens an address in a new tab and waits for what a person came for, and then until nothing more is asked. */
export async function visit(context: BrowserContext, url: string, screen: Screen, pace: Pace): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const requests: string[] = [];
  let call: Call | null = null;
  let isShown = false;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Pictures are as many as the data has; code that comes later is a next page's.
    const isLater = isShown && pathname.startsWith('/assets/');
    if (request.url().startsWith('data:') || pathname.startsWith('/pictures/') || isLater) return;
    requests.push(`${request.method()} ${pathname}`);
    if (!request.url().includes(screen.list) || call) return;
    call = { url: request.url(), method: request.method(), headers: request.headers(), body: request.postData() };
  });
  await devtools.send('Performance.enable');
  await slow(devtools, pace);
  const script = scriptUntilShown(devtools);
  await page.addInitScript({ content: watching(screen.first) });
  await page.goto(url + screen.path, { waitUntil: 'commit' });
  const firstRow = await firstShown(page);
  isShown = true;
  const files = await page.evaluate((until) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries
      .filter(({ responseEnd }) => responseEnd <= until)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
  }, firstRow);
  await quiet(page, () => requests.length);
  const [paint = 0, content = 0, shift = 0] = await page.evaluate(() => [
    performance.getEntriesByName('first-paint')[0]?.startTime,
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    (window as { moved?: number }).moved,
  ]);
  await page.close();
  const ending = (suffix: string) => files.filter(({ path }) => path.endsWith(suffix));
  return {
    firstRow,
    contentAfterPaint: content - paint,
    shift,
    script: await script,
    requests,
    scriptBytes: ending('.js').reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    scripts: ending('.js').map(({ path }) => path),
    styles: ending('.css').map(({ path }) => path),
    call,
  };
}

/** Waits until a page has asked for nothing more for a while. */
async function quiet(page: Page, asked: () => number): Promise<void> {
  for (let before = -1; before !== asked(); ) {
    before = asked();
    await page.waitForTimeout(QUIET_MS);
  }
}

/** What the page says at the moment it shows the first row, so that what it does afterwards is not counted. */
async function scriptUntilShown(devtools: Devtools): Promise<number> {
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: SHOWN });
  await new Promise((done) => devtools.once('Runtime.bindingCalled', done));
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

type Devtools = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

export async function slow(devtools: Devtools, pace: Pace): Promise<void> {
  const limits = PACES[pace];
  if (!limits) return;
  const { cpu, bytesPerSecond } = limits;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** A script that notes the frame in which what is waited for is there, and what moves. */
export const watching = (selector: string): string => `
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})?.textContent) {
      window.firstRowAt = performance.now();
      window.${SHOWN}?.('');
    } else requestAnimationFrame(look);
  };
  look();
`;

export async function firstShown(page: Page): Promise<number> {
  const waits = page.waitForFunction(() => (window as { firstRowAt?: number }).firstRowAt, undefined, {
    polling: 100,
    timeout: 60_000,
  });
  const shown = await waits.catch(async (error: unknown) => {
    const words = await page.locator('body').ariaSnapshot({ timeout: 5000 });
    throw new Error(`${page.url()} shows no first row, but\n${words.slice(0, 3000)}`, { cause: error });
  });
  return (await shown.jsonValue()) as number;
}
