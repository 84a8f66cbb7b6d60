import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAUSES } from '../faults';
import type { recordsOf } from '../records';

/** What the sandbox can do wrong, beside being offline and refusing one key. */
export const MODES = {
  slow: 'Answers after two seconds',
  limiting: 'Refuses every third call as one too many',
  keyless: 'Refuses every key',
  lost: 'Loses what it would tell of changes',
  doubled: 'Tells of each change twice',
  late: 'Tells of changes half a minute late',
  reordered: 'Tells of each change after the next one',
  forged: 'Signs what it tells with another key',
} as const;
export type Mode = keyof typeof MODES;
export const MODE = 'mode';

/** Their limits, of one key. */
export const LIMITS = { aMinute: 300, aSecond: 8 };

type Records = ReturnType<typeof recordsOf>;

/** The modes that are on. */
export const readModes = async (records: Records): Promise<Set<Mode>> =>
  new Set((await records.newest(MODE, Object.keys(MODES).length)).map(({ subject }) => subject as Mode));

/** Makes calls late or refuses them, as modes and limits say; whether it did. */
export function limiter() {
  const calls = new Map<string, number[]>();
  let counted = 0;

  return async (modes: ReadonlySet<Mode>, key: string, request: FastifyRequest, reply: FastifyReply) => {
    if (modes.has('slow')) await pause(PAUSES.slowMs);
    const now = Date.now();
    const recent = (calls.get(key) ?? []).filter((time) => time > now - 60_000);
    const isFast = recent.filter((time) => time > now - 1_000).length >= LIMITS.aSecond;
    counted += 1;
    const isThird = modes.has('limiting') && counted % 3 === 0;
    if (!isFast && !isThird && recent.length < LIMITS.aMinute) recent.push(now);
    calls.set(key, recent);
    const left = Math.max(0, LIMITS.aMinute - recent.length);
    const resets = recent[0] === undefined ? 0 : Math.ceil((recent[0] + 60_000 - now) / 1_000);
    reply.headers({ 'ratelimit-limit': LIMITS.aMinute, 'ratelimit-remaining': left, 'ratelimit-reset': resets });
    if (isFast || isThird || left === 0) {
      const waits = isFast || isThird ? PAUSES.retryAfterSeconds : resets;
      reply.status(429).header('retry-after', `${waits}`).send({ detail: 'Request was throttled.' });
      return true;
    }
    if (!request.headers['user-agent']) {
      reply.status(400).send({ detail: 'A User-Agent is required.' });
      return true;
    }
    return false;
  };
}
