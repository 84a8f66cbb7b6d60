import { loadavg } from 'node:os';
import type { Locator, Page } from 'playwright';
import { orderEntry } from '../domain/orders/entry/contract';
import type { OrderSaved } from '../domain/orders/entry/draft';
import { DEMO_PASSWORD } from '../server/seed/specs/people';
import { signInAt } from '../tests/support/browser';
import { signIn } from '../tests/support/identity/sign-in';
import { type BuiltServer, withBuiltServer } from './built-server';
import { type EntryScope, openBareSave, scopeOf } from './order-entry/bare-save';
import { verdict } from './verdict';

const ORDERS = 1_000;
const SELLER = 'owner@fernhollow.example';
const LONG = 300;
const SHORT = 10;
/** The column's place. */
const QUANTITY = 4;
const KEYSTROKES = 60;
const SAVES = 30;
/** Measured before those that count. */
const WARM = 5;
/** Milliseconds of work of a usual keystroke; a save over its bare SQL, and one of 300 lines over one of ten. */
const GOALS = { keystroke: 16, overSql: 4, overShort: 6 };

/**
 * An order of 300 lines as it is entered: the work of the page's own thread from a keystroke in a quantity to the total it
 * leads to, painted; and its save over HTTP, beside hand-written statements that write the same, and beside the save of an
 * order of ten lines. The saves take turns.
 */
export async function benchOrderEntry(): Promise<void> {
  await withBuiltServer(ORDERS, async (at) => report(await measureKeystrokes(at), await measureSaves(at)), 'copy');
}

type Order = Extract<OrderSaved, { saveSuccessful: true }>;

/** Sends the demo seller's orders to the platform. */
async function orderer({ url, database }: BuiltServer) {
  const { tokens } = await signIn({ address: url, publicUrl: url }, SELLER, DEMO_PASSWORD);
  const scope = await scopeOf(database, SELLER);
  const send = async (method: string, path: string, body: object): Promise<Order> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'org-id': String(scope.orgId),
        'content-type': 'application/json',
        ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as OrderSaved;
    if (!response.ok || !answer.saveSuccessful)
      throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    scope,
    enter: (lines: number) => send('POST', orderEntry.create.path, newOrder(scope, lines)),
    save: (order: Order, quantity: string) =>
      send('PUT', orderEntry.update.path.replace(':id', String(order.id)), changed(order, quantity)),
  };
}

const newOrder = ({ orgId, companyId, customerId, productIds }: EntryScope, lines: number) => ({
  orgId,
  companyId,
  customerId,
  lineItems: Array.from({ length: lines }, (_, at) => ({
    productId: productIds[at % productIds.length],
    quantity: '1',
    isSample: true,
  })),
});

/** The order with other quantities, so that all of its lines are written. */
const changed = (order: Order, quantity: string) => ({
  customerId: order.customer.id,
  lineItems: order.lineItems.map(({ id, productId, unitOfMeasure, isSample }) => ({
    id,
    productId,
    unitOfMeasure,
    isSample,
    quantity,
  })),
  version: order.version,
});

type Keystroke = { work: number; painted: number };

/** Changes quantities of an order in the middle of its lines; each is entered once and its total awaited. */
async function measureKeystrokes(at: BuiltServer): Promise<Keystroke[]> {
  const { enter } = await orderer(at);
  const { id } = await enter(LONG);
  const page = await signInAt(at.browser, at.url, SELLER, `/orders/${id}?edit`);
  const grid = page.getByRole('grid', { name: 'Order lines' });
  await grid.getByRole('row').nth(20).waitFor();
  await page.waitForTimeout(1000);
  const measured: Keystroke[] = [];
  for (let turn = 0; turn < WARM + KEYSTROKES; turn += 1) {
    const cell = grid
      .locator(`[data-r="${1 + (turn % 8)}"]`)
      .getByRole('gridcell')
      .nth(QUANTITY);
    const keystroke = await enterQuantity(page, cell, String(2 + Math.floor(turn / 8)));
    if (turn >= WARM) measured.push(keystroke);
  }
  await page.context().close();
  return measured;
}

async function enterQuantity(page: Page, cell: Locator, quantity: string): Promise<Keystroke> {
  await cell.click();
  await page.keyboard.press('Enter');
  await page.keyboard.type(quantity);
  await page.waitForTimeout(100);
  await page.evaluate(watchKeystroke);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(100);
  return page.evaluate(() => (window as unknown as { keystroke: Keystroke }).keystroke);
}

/**
 * Measures the next key in the page itself, from its first handler to what is run after the frame that paints the total;
 * its work is without the wait for that frame to begin.
 */
function watchKeystroke(): void {
  const measured = { work: Number.NaN, painted: Number.NaN };
  Object.assign(window, { keystroke: measured });
  const total = document.querySelector('dd[aria-live="polite"]') as Element;
  const at = { pressed: 0, changed: 0, begun: 0 };
  const afterFrame = new MessageChannel();
  afterFrame.port1.onmessage = () => {
    const done = performance.now();
    measured.work = at.changed - at.pressed + (done - at.begun);
    measured.painted = done - at.pressed;
  };
  const changes = new MutationObserver(() => {
    changes.disconnect();
    at.changed = performance.now();
    requestAnimationFrame(() => {
      at.begun = performance.now();
      afterFrame.port2.postMessage(null);
    });
  });
  changes.observe(total, { childList: true, characterData: true, subtree: true });
  addEventListener(
    'keydown',
    () => {
      at.pressed = performance.now();
    },
    { capture: true, once: true },
  );
}

type Saves = Record<'long' | 'short' | 'sql', number[]>;

async function measureSaves(at: BuiltServer): Promise<Saves> {
  const { enter, save, scope } = await orderer(at);
  let [long, short] = [await enter(LONG), await enter(SHORT)];
  const copied = await enter(LONG);
  const saves: Saves = { long: [], short: [], sql: [] };
  const bare = await openBareSave(at.database, scope, copied.id);
  try {
    for (let turn = 0; turn < WARM + SAVES; turn += 1) {
      const quantity = String(2 + (turn % 5));
      const times = {
        long: await timed(async () => {
          long = await save(long, quantity);
        }),
        short: await timed(async () => {
          short = await save(short, quantity);
        }),
        sql: await timed(() => bare.save(quantity)),
      };
      if (turn >= WARM) for (const kind of ['long', 'short', 'sql'] as const) saves[kind].push(times[kind]);
    }
  } finally {
    await bare.close();
  }
  return saves;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function report(keystrokes: readonly Keystroke[], { long, short, sql }: Saves): void {
  const figures = (times: readonly number[]) =>
    `p50 ${at(times, 0.5).toFixed(1)} ms   p95 ${at(times, 0.95).toFixed(1)} ms`;
  const work = keystrokes.map((one) => one.work);
  console.log(`\nAn order of ${LONG} lines, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(`\n  A quantity entered, to its total painted, ${KEYSTROKES} times`);
  console.log(`    work      ${figures(work)}`);
  console.log(`    as seen   ${figures(keystrokes.map(({ painted }) => painted))}`);
  console.log(`    work p50  ${verdict(at(work, 0.5), '≤', GOALS.keystroke)}`);
  console.log(`\n  Saved with every line changed, ${SAVES} times`);
  console.log(`    ${LONG} lines          ${figures(long)}`);
  console.log(`    the same bare SQL  ${figures(sql)}`);
  console.log(`    ${SHORT} lines           ${figures(short)}`);
  console.log(`    over the bare SQL  ${verdict(at(long, 0.5) / at(sql, 0.5), '≤', GOALS.overSql)}`);
  console.log(`    over ${SHORT} lines      ${verdict(at(long, 0.5) / at(short, 0.5), '≤', GOALS.overShort)}\n`);
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
