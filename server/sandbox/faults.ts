import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { recordsOf } from './records';

/** What the tracking system sandbox can do wrong, beside being offline and refusing keys. */
export const FAULTS = {
  slow: 'Answers after two seconds',
  limiting: 'Refuses every third call as one too many',
  shuffled: 'Sorts lists differently with every page',
  late: 'Lists changes two minutes late',
  twice: 'Repeats records of the page before',
  mute: 'Takes what is written, but its answer is lost',
  unknown: 'Refuses what is written with 404 and a web page',
  conflicting: 'Refuses what is written with 409 and a message',
  overfull: 'Refuses what is written with 413 and plain text',
  wordless: 'Refuses what is written with 422 and nothing more',
  endless: 'Refuses the key to finish harvests',
  unitless: 'Lets no key look up units',
  stuck: 'Answers 500 to whatever is written of packages whose tag ends with 7',
} as const;
export type Fault = keyof typeof FAULTS;

/** How writes are refused by some faults: with what status, type and body. */
const REFUSALS: Partial<Record<Fault, readonly [status: number, type: string, body: string]>> = {
  unknown: [
    404,
    'text/html',
    '<!doctype html><html><title>404</title><body><h1>Not  Found</h1><hr>nginx</body></html>',
  ],
  conflicting: [409, 'application/json', '{"Message":"The record was changed by another user."}'],
  overfull: [413, 'text/plain', 'Request Entity Too Large'],
  wordless: [422, 'application/json', ''],
};

/** Refuses a write about packages as the faults say. Whether it did. */
export function refusesWrite(faults: ReadonlySet<Fault>, tags: readonly string[], reply: FastifyReply): boolean {
  const refused = [...faults].map((fault) => REFUSALS[fault]).find((one) => one !== undefined);
  if (refused !== undefined) {
    const [status, type, body] = refused;
    reply.status(status).type(type).send(body);
    return true;
  }
  if (!faults.has('stuck') || !tags.some((tag) => tag.endsWith('7'))) return false;
  reply.status(500).send({ Message: 'An error has occurred.' });
  return true;
}

export const FAULT = 'fault';
/**
 * How long a slow answer takes, how many seconds whoever asks too often is told to wait, and how many calls of one facility a
 * second it takes, where the network may bunch those sent in time; tests shorten the time.
 */
export const PAUSES = { slowMs: 2_000, retryAfterSeconds: 1, callsASecond: 75 };
const MOST = 100;

type Records = ReturnType<typeof recordsOf>;

/** The faults that are on. */
export const readFaults = async (records: Records): Promise<Set<Fault>> =>
  new Set((await records.newest(FAULT, MOST)).map(({ subject }) => subject as Fault));

export const toggleFault = (records: Records, fault: string): Promise<void> => records.toggle(FAULT, fault);

/** Makes calls late or refuses them, as the faults and the limits say. */
export function troubleMaker() {
  let calls = 0;
  const recent = new Map<string, number[]>();

  function isTooMany(facility: string): boolean {
    const since = Date.now() - 1_000;
    const times = (recent.get(facility) ?? []).filter((time) => time > since);
    times.push(Date.now());
    recent.set(facility, times);
    return times.length > PAUSES.callsASecond;
  }

  /** Whether the call was refused. */
  return async (faults: ReadonlySet<Fault>, facility: string, reply: FastifyReply): Promise<boolean> => {
    if (faults.has('slow')) await pause(PAUSES.slowMs);
    calls += 1;
    const isThird = faults.has('limiting') && calls % 3 === 0;
    if (!isThird && !isTooMany(facility)) return false;
    reply.status(429).header('retry-after', `${PAUSES.retryAfterSeconds}`).send({ Message: 'Too many requests.' });
    return true;
  };
}
