import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { carts } from '../../domain/carts/contract';
import { openDatabase } from '../../server/db/client';
import { buyerCompanies, buyerLicenses, organizations } from '../../server/db/schema';
import { DEMO_PASSWORD } from '../../server/seed/specs/people';
import { signInAt } from '../../tests/support/browser';
import { makeProduct, makeSeller, only } from '../../tests/support/factories';
import { signIn } from '../../tests/support/identity/sign-in';
import { type BuiltServer, withBuiltServer } from '../built-server';

const ORDERS = 1_000;
const BUYER = 'buyer@harborvine.example';
const BUYERS_ORGANIZATION = 'Harbor & Vine';
export const LINES = 60;
export const KEYSTROKES = 60;
const WARM = 5;

/** Milliseconds of the page's own work until the quantity is sent, of its work on the answer, and to the total painted. */
export type Keystroke = { sent: number; answered: number; painted: number };

/** Changes quantities of a cart of sixty lines; each is entered once and its total awaited. */
export async function measureKeystrokes(): Promise<Keystroke[]> {
  const measured: Keystroke[] = [];
  await withBuiltServer(
    ORDERS,
    async (at) => {
      await fillCart(at);
      const page = await signInAt(at.browser, at.url, BUYER, '/marketplace/cart');
      const quantities = page.getByRole('main').getByRole('textbox', { name: /^Quantity of/ });
      await quantities.nth(LINES - 1).waitFor();
      await page.waitForTimeout(1000);
      await page.evaluate(watchAnswers);
      for (let turn = 0; turn < WARM + KEYSTROKES; turn += 1) {
        const keystroke = await enterQuantity(page, quantities.nth(turn % 20), String(2 + Math.floor(turn / 20)));
        if (turn >= WARM) measured.push(keystroke);
      }
      await page.context().close();
    },
    'copy',
  );
  return measured;
}

/** Sixty products of one seller in the demo buyer's cart. */
async function fillCart({ url, database: address }: BuiltServer): Promise<void> {
  const { tokens } = await signIn({ address: url, publicUrl: url }, BUYER, DEMO_PASSWORD);
  const database = openDatabase(address, { max: 2 });
  try {
    const { db } = database;
    const org = only(await db.select().from(organizations).where(eq(organizations.name, BUYERS_ORGANIZATION)));
    const [buyer] = await db
      .select({ companyId: buyerCompanies.id, buyerLicenseId: buyerLicenses.id })
      .from(buyerLicenses)
      .innerJoin(buyerCompanies, eq(buyerCompanies.id, buyerLicenses.buyerCompanyId))
      .where(eq(buyerCompanies.orgId, org.id))
      .orderBy(buyerLicenses.id);
    const seller = await makeSeller(db, { state: 'CA' });
    const cartItems = [];
    for (let line = 0; line < LINES; line += 1) {
      const { id } = await makeProduct(db, seller, { quantity: '1000000' });
      cartItems.push({ productId: id, quantity: '1' });
    }
    const answer = await fetch(`${url}/api${carts.create.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'org-id': String(org.id),
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ orgId: org.id, ...buyer, sellerCompanyId: seller.company.id, cartItems }),
    });
    const { cart, results } = (await answer.json()) as { cart: unknown; results: { message: string | null }[] };
    if (!cart || results.some(({ message }) => message !== null)) throw new Error(`Not in the cart: ${answer.status}`);
  } finally {
    await database.close();
  }
}

async function enterQuantity(page: Page, quantity: Locator, wanted: string): Promise<Keystroke> {
  await quantity.focus();
  await page.waitForTimeout(300);
  await page.keyboard.type(wanted);
  await page.evaluate(watchKeystroke);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => (window as unknown as { keystroke: Keystroke }).keystroke.painted > 0);
  await page.waitForTimeout(200);
  return page.evaluate(() => (window as unknown as { keystroke: Keystroke }).keystroke);
}

/** Notes when the answer to a change has arrived, before it is read. */
function watchAnswers(): void {
  const send = window.fetch.bind(window);
  window.fetch = async (to, init) => {
    const response = await send(to, init);
    if (init?.method !== 'POST' || !String(to).endsWith('/carts')) return response;
    const text = await response.text();
    Object.assign(window, { answeredAt: performance.now() });
    return new Response(text, { status: response.status, headers: response.headers });
  };
}

/**
 * Measures the next key in the page itself: its handlers and the frame after them, then from the answer's arrival to what
 * is run after the frame that paints the cart's total, without the waits for those frames to begin.
 */
function watchKeystroke(): void {
  const measured = { sent: Number.NaN, answered: Number.NaN, painted: 0 };
  Object.assign(window, { keystroke: measured });
  const total = document.querySelector('[aria-label^="Cart of"] footer strong') as Element;
  let pressed = 0;
  const next = {
    /** Tells when the next frame begins, and when its work is done. */
    frame(then: (begun: number, done: number) => void) {
      requestAnimationFrame(() => {
        const begun = performance.now();
        const after = new MessageChannel();
        after.port1.onmessage = () => then(begun, performance.now());
        after.port2.postMessage(null);
      });
    },
  };
  const changes = new MutationObserver(() => {
    changes.disconnect();
    const { answeredAt } = window as unknown as { answeredAt: number };
    const changed = performance.now();
    next.frame((begun, done) => {
      measured.answered = changed - answeredAt + (done - begun);
      measured.painted = done - pressed;
    });
  });
  changes.observe(total, { childList: true, characterData: true, subtree: true });
  addEventListener(
    'keydown',
    () => {
      pressed = performance.now();
      const handled = new MessageChannel();
      handled.port1.onmessage = () => {
        const done = performance.now();
        next.frame((begun, end) => {
          measured.sent = done - pressed + (end - begun);
        });
      };
      handled.port2.postMessage(null);
    },
    { capture: true, once: true },
  );
}
