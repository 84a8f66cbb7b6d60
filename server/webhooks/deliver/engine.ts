import type { Services } from '../../context';
import { DELIVERIES_CHANNEL } from '../../events/tell-events';
import { listenTo } from '../../live/listen';
import { postWebhook } from '../post-webhook';
import { type Claimed, claimDue, giveBack, nextDue, organizationsThatWait } from './claim';
import { type Prepared, prepare } from './prepare';
import { settleAttempt, settleWithheld } from './settle';

/** Deliveries a process sends at once, to one endpoint, and to all that failed last: those may take long. */
const AT_ONCE = 200;
const AT_ONCE_EACH = 5;
const AT_ONCE_FAILING = 100;
/** To all of one organization, however slowly its receivers answer: others always have room. */
const AT_ONCE_OF_ONE = 150;
/** Taken at once of an organization, before the next one's turn. */
const PORTION = 40;
/** After the database failed; and how often is looked for what no process heard of. */
const PAUSE_MS = 5_000;
const SWEEP_MS = 60_000;
/** How long what is being sent has to end when the process does. */
const CLOSING_MS = 3_000;

type Needs = Pick<Services, 'config' | 'database' | 'integrations' | 'jobs' | 'log'>;

/**
 * Delivers webhooks, in every process: woken as events are committed, and by a timer when the next attempt is due. What a
 * process has claimed, another takes over when its lease ends.
 */
export async function startDeliveries(services: Needs): Promise<{ close(): Promise<void> }> {
  const { database, log } = services;
  const { db } = database;
  /** Organizations to look at, in turn; and when to look at others again. */
  const asked = new Set<number>();
  const dueAt = new Map<number, number>();
  /** Those that may have something for endpoints that failed, for which there was no room. */
  const held = new Set<number>();
  const inFlight = new Set<Promise<void>>();
  const busy = new Map<number, Map<number, number>>();
  const ending = new AbortController();
  let [failing, isLooking, isClosing] = [0, false, false];
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function wake(...orgIds: readonly number[]): void {
    for (const orgId of orgIds) asked.add(orgId);
    if (!isLooking) looking = look();
  }

  /** Gives organizations turns while there is room. */
  async function look(): Promise<void> {
    isLooking = true;
    while (!isClosing && inFlight.size < AT_ONCE) {
      const [orgId] = asked;
      if (orgId === undefined) break;
      asked.delete(orgId);
      dueAt.delete(orgId);
      await serve(orgId).catch((err: unknown) => {
        log.warn({ err, orgId }, 'webhooks are not delivered');
        lookAgain(orgId, PAUSE_MS);
      });
    }
    isLooking = false;
  }

  async function serve(orgId: number): Promise<void> {
    const triesFailing = failing < AT_ONCE_FAILING;
    const own = [...busyOf(orgId).values()].reduce((sum, one) => sum + one, 0);
    const free = Math.min(AT_ONCE - inFlight.size, PORTION, AT_ONCE_OF_ONE - own);
    // It is looked at again as one of its own ends.
    if (free <= 0) return;
    const claims = await claimDue(db, orgId, { free, each: AT_ONCE_EACH, busy: busyOf(orgId), triesFailing });
    if (!triesFailing) held.add(orgId);
    if (claims.length === 0) {
      const seconds = await nextDue(db, orgId);
      if (seconds !== null) lookAgain(orgId, seconds * 1000);
      return;
    }
    for (const { endpointId } of claims) count(orgId, endpointId, 1);
    asked.add(orgId);
    follow(deliver(orgId, claims));
  }

  /** Sends what was claimed together, side by side; each makes room as it ends. */
  async function deliver(orgId: number, claims: readonly Claimed[]): Promise<void> {
    const waiting = new Set(claims);
    const done = (claimed: Claimed) => {
      if (!waiting.delete(claimed)) return;
      count(orgId, claimed.endpointId, -1);
      wake(orgId);
    };
    try {
      const all = await prepare(services, orgId, claims);
      for (const one of all) follow(send(orgId, one).finally(() => done(one.claimed)));
      const known = new Set(all.map(({ claimed }) => claimed));
      for (const claimed of claims) if (!known.has(claimed)) done(claimed);
    } catch (err) {
      log.warn({ err, orgId }, 'webhooks could not be prepared');
      await Promise.allSettled(claims.map((claimed) => giveBack(db, orgId, claimed)));
      for (const claimed of claims) count(orgId, claimed.endpointId, -1);
      lookAgain(orgId, PAUSE_MS);
    }
  }

  async function send(orgId: number, one: Prepared): Promise<void> {
    const isTrial = one.endpoint.failures > 0;
    if (isTrial) failing += 1;
    try {
      if (ending.signal.aborted) return await giveBack(db, orgId, one.claimed);
      if (one.withheld !== null) return await settleWithheld(services, one);
      const begun = performance.now();
      const reply = await postWebhook(one.url, one, { isLocal: one.isLocal, signal: ending.signal });
      // Cut off by ourselves, before it answered: it says nothing of the receiver.
      if (reply.status === null && ending.signal.aborted) return await giveBack(db, orgId, one.claimed);
      await settleAttempt(services, one, reply, Math.round(performance.now() - begun));
    } catch (err) {
      // Its lease ends, and it is sent again with the same id.
      log.warn({ err, orgId }, 'a webhook’s result was not saved');
    } finally {
      if (isTrial) failing -= 1;
      if (failing < AT_ONCE_FAILING && held.size > 0) {
        wake(...held);
        held.clear();
      }
    }
  }

  function follow(work: Promise<void>): void {
    const followed = work.finally(() => {
      inFlight.delete(followed);
      if (asked.size > 0) wake();
    });
    inFlight.add(followed);
  }

  const busyOf = (orgId: number): Map<number, number> => busy.get(orgId) ?? new Map();

  function count(orgId: number, endpointId: number, by: number): void {
    const now = busyOf(orgId);
    const next = (now.get(endpointId) ?? 0) + by;
    if (next > 0) now.set(endpointId, next);
    else now.delete(endpointId);
    if (now.size > 0) busy.set(orgId, now);
    else busy.delete(orgId);
  }

  function lookAgain(orgId: number, ms: number): void {
    const at = Date.now() + Math.max(ms, 10);
    dueAt.set(orgId, Math.min(at, dueAt.get(orgId) ?? at));
    setTimer();
  }

  function setTimer(): void {
    clearTimeout(timer);
    if (isClosing || dueAt.size === 0) return;
    const next = Math.min(...dueAt.values());
    timer = setTimeout(
      () => {
        const now = Date.now();
        const due = [...dueAt].flatMap(([orgId, at]) => (at <= now ? [orgId] : []));
        for (const orgId of due) dueAt.delete(orgId);
        setTimer();
        if (due.length > 0) wake(...due);
      },
      Math.min(Math.max(next - Date.now(), 1), SWEEP_MS),
    );
  }

  async function sweep(): Promise<void> {
    wake(...(await organizationsThatWait(db)));
  }

  const sweepSafely = () =>
    void sweep().catch((err: unknown) => log.warn({ err }, 'webhooks that wait were not looked for'));
  const address = { connectionString: database.pool.options.connectionString };
  const hush = await listenTo(DELIVERIES_CHANNEL, address, log, {
    hear: (payload) => wake(Number(payload)),
    missed: sweepSafely,
  });
  sweepSafely();
  const sweeping = setInterval(sweepSafely, SWEEP_MS);

  return {
    async close() {
      isClosing = true;
      clearInterval(sweeping);
      clearTimeout(timer);
      await hush();
      const cut = setTimeout(() => ending.abort(), CLOSING_MS);
      await looking;
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
      clearTimeout(cut);
    },
  };
}
