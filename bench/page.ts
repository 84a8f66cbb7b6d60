import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { root } from '../server/config';
import { signInAt } from '../tests/support/browser';
import { withBuiltServer } from './built-server';
import { type Floor, serveFloor } from './page/floor';
import { STEPS, type Steps, steps } from './page/steps';
import { PACES, type Pace, SCREENS, type Screen, type Visit, visit } from './page/visit';
import { middle, verdict } from './verdict';

const ORDERS = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const GOALS = { overFloor: 1.5, requests: 17, script: 0.6, contentAfterPaint: 60, shift: 0 };
/** What a step takes over what it took in the version before frames, early rows and looking ahead. */
const STEP_GOALS: Record<(typeof STEPS)[number], number> = {
  'first record': 0.36,
  back: 0.78,
  'next record': 0.84,
  filter: 0.75,
};
const FIRST_ROW_GOALS: Record<Pace, number> = { plain: 0.65, slowed: 0.78 };
const SELLER = 'owner@fernhollow.example';
/** Where a server of another version answers, to be measured in turn with this one. */
const BESIDE = process.env.BESIDE_URL;
const CACHES = ['cold', 'warm'] as const;
type Cache = (typeof CACHES)[number];

type Round = { visit: Visit; floor: number; beside: Visit | null };
type Leg = { screen: Screen; pace: Pace; cache: Cache; rounds: Round[] };
type StepRound = { ours: Steps; beside: Steps | null };

/**
 * How long a screen takes to its first row in Chromium, over a static page that loads the same bytes and makes the same
 * call: with nothing cached and with all of it, on this machine and on one four times slower behind 10 Mbit a second. The
 * person has been there before and is signed in. `BESIDE_URL` names a running server of another version, with as many
 * orders of the demo, whose figures are then compared. Then what each step takes of somebody at work in the list of orders.
 */
export async function benchPages(): Promise<void> {
  await withBuiltServer(ORDERS, async ({ url, browser }) => {
    const floor = await serveFloor(join(root, 'dist/client'));
    try {
      const legs: Leg[] = [];
      for (const screen of SCREENS) legs.push(...(await measure(browser, { url, screen, floor })));
      report(legs);
      reportSteps(await measureSteps(browser, url));
    } finally {
      await floor.stop();
    }
  });
}

type Place = { url: string; screen: Screen; floor: Floor };

/** All legs of a screen in turn, over and over, so that what else the machine does falls on each of them. */
async function measure(browser: Browser, place: Place): Promise<Leg[]> {
  const legs: Leg[] = [];
  for (const pace of Object.keys(PACES) as Pace[]) {
    const both = CACHES.map((cache): Leg => ({ screen: place.screen, pace, cache, rounds: [] }));
    legs.push(...both);
    for (let round = 0; round < ROUNDS; round += 1) {
      // Signed in anew each round: a page renews tokens past half their life, and those of another window then end.
      const ours = await knownAt(browser, place.url, place.screen);
      const beside = BESIDE === undefined ? null : await knownAt(browser, BESIDE, place.screen).catch(() => null);
      const theirs = await browser.newContext();
      for (const { rounds } of both) {
        const seen = await visit(ours, place.url, place.screen, pace);
        const floor = await place.floor.visit(theirs, seen, pace);
        const other = beside ? await visit(beside, BESIDE ?? '', place.screen, pace) : null;
        rounds.push({ visit: seen, floor, beside: other });
      }
      await Promise.all([ours, theirs, beside].map((context) => context?.close()));
    }
  }
  return legs;
}

async function measureSteps(browser: Browser, url: string): Promise<StepRound[]> {
  const rounds: StepRound[] = [];
  const [screen] = SCREENS;
  for (let round = 0; round < ROUNDS && screen; round += 1) {
    const at = async (address: string) => {
      const context = await knownAt(browser, address, screen);
      const taken = await steps(context, address);
      await context.close();
      return taken;
    };
    rounds.push({ ours: await at(url), beside: BESIDE === undefined ? null : await at(BESIDE).catch(() => null) });
  }
  return rounds;
}

function reportSteps(rounds: readonly StepRound[]): void {
  console.log('\nSteps in the list of orders');
  for (const step of STEPS) {
    const ours = middle(rounds.map((round) => round.ours[step]));
    const over = rounds.flatMap((round) => (round.beside ? [round.ours[step] / round.beside[step]] : []));
    const compared = over.length > 0 ? `   over the other’s ${verdict(middle(over), '≤', STEP_GOALS[step])}` : '';
    console.log(`  ${step.padEnd(12)} ${ours.toFixed(0)} ms${compared}`);
  }
}

/** A browser with nothing cached, of somebody who was at a screen before. */
async function knownAt(browser: Browser, url: string, screen: Screen): Promise<BrowserContext> {
  const page = await signInAt(browser, url, SELLER, screen.path);
  await page.locator(screen.first).first().waitFor();
  // Until it has kept what it draws at once the next time.
  await page.waitForTimeout(3000);
  const storageState = await page.context().storageState();
  await page.context().close();
  return browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
}

function report(legs: readonly Leg[]): void {
  console.log(`\nPages in Chromium, the middle of ${ROUNDS} rounds, load ${loadavg()[0]?.toFixed(1)}`);
  for (const { screen, pace, cache, rounds } of legs) {
    const of = (pick: (round: Round) => number) => middle(rounds.map(pick));
    const figures = [
      `first row ${of(({ visit }) => visit.firstRow).toFixed(0)} ms`,
      `floor ${of(({ floor }) => floor).toFixed(0)} ms`,
      `script ${of(({ visit }) => visit.script).toFixed(0)} ms`,
      `JavaScript ${of(({ visit }) => visit.scriptBytes).toFixed(1)} kB`,
    ];
    console.log(`\n  ${screen.path}, ${cache}, ${pace}: ${figures.join('   ')}`);
    console.log(
      `    over the floor ${verdict(
        of(({ visit, floor }) => visit.firstRow / floor),
        '≤',
        GOALS.overFloor,
      )}`,
    );
    console.log(
      `    requests       ${verdict(
        of(({ visit }) => visit.requests.length),
        '≤',
        GOALS.requests,
      )}`,
    );
    const content = of(({ visit }) => visit.contentAfterPaint);
    console.log(`    content after the first paint, ms ${verdict(content, '≤', GOALS.contentAfterPaint)}`);
    const shift = Math.max(...rounds.map(({ visit }) => visit.shift));
    console.log(`    moved          ${verdict(shift, '≤', GOALS.shift)}`);
    const rows = rounds.flatMap(({ visit, beside }) => (beside ? [visit.firstRow / beside.firstRow] : []));
    if (rows.length > 0)
      console.log(`    first row over the other's ${verdict(middle(rows), '≤', FIRST_ROW_GOALS[pace])}`);
    const compared = rounds.flatMap(({ visit, beside }) => (beside ? [visit.script / beside.script] : []));
    if (compared.length > 0) console.log(`    script over the other's ${verdict(middle(compared), '≤', GOALS.script)}`);
    const twice = rounds.flatMap(({ visit: { requests } }) => requests.filter((one, at) => requests.indexOf(one) < at));
    if (twice.length > 0) console.log(`    asked twice    ${[...new Set(twice)].join(', ')}`);
  }
}
