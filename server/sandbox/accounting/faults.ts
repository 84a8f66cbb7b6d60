import type { Db } from '../../db/client';
import { recordsOf } from '../records';

/** What the accounting sandbox can do wrong. */
export const FAULTS = {
  slow: 'Answers after two seconds',
  limiting: 'Refuses every third call as one too many',
  unauthorized: 'Refuses the next call as not signed in, once',
  refused: 'Refuses every call and every refresh as not signed in',
  strict: 'Ends a former refresh token at once, not a day later',
  mute: 'Takes what is written, but its answer is lost',
  stale: 'Changes a record just before each change of ours',
  duplicates: 'Refuses every document number as a duplicate',
  closed: 'Has closed its books up to today',
  inactive: 'Takes every item for inactive',
  twiceHooks: 'Sends each webhook twice',
  lateHooks: 'Sends webhooks after a minute',
  forgedHooks: 'Signs webhooks wrongly',
  newHooks: 'Sends webhooks in the newer format',
} as const;
export type Fault = keyof typeof FAULTS;

const FAULT = 'fault';
const MOST = 100;

/**
 * How long a slow answer and a late webhook take, what it says of too many calls, and how many it takes; tests change it. More a
 * second than the real service, since a busy machine may bunch those that were sent in time.
 */
export const PAUSES = {
  slowMs: 2_000,
  lateMs: 60_000,
  retryAfterSeconds: 60,
  callsASecond: 30,
  callsAMinute: 500,
  batchesAMinute: 40,
};

export function faultsOf(db: Db) {
  const records = recordsOf(db, 'accounting');
  return {
    records,
    read: async (): Promise<ReadonlySet<Fault>> =>
      new Set((await records.newest(FAULT, MOST)).map(({ subject }) => subject as Fault)),
    toggle: (fault: string): Promise<void> => records.toggle(FAULT, fault),
  };
}
export type Faults = ReturnType<typeof faultsOf>;

/** Whether a company's calls are too many; counted by each process, which has its own calls alone. */
export function counting() {
  const recent = new Map<string, number[]>();
  const isOver = (name: string, most: number, ms: number): boolean => {
    const now = Date.now();
    const times = (recent.get(name) ?? []).filter((time) => time > now - ms);
    times.push(now);
    recent.set(name, times);
    return times.length > most;
  };
  return (realm: string, isBatch: boolean): boolean =>
    [
      isOver(`${realm} second`, PAUSES.callsASecond, 1_000),
      isOver(`${realm} minute`, PAUSES.callsAMinute, 60_000),
      isBatch && isOver(`${realm} batch`, PAUSES.batchesAMinute, 60_000),
    ].some(Boolean);
}
