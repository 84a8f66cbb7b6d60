import type { Jobs, Services } from '../../context';
import type { Db } from '../../db/client';
import { publish } from '../../live/publish';
import type { JobRequest } from '../../queues';

/** A list of the tracking system, and what becomes of its records; `keep` runs in a transaction and may run twice. */
export type TrackedList = {
  /** Its own name, for our notes of how far it was read. */
  name: string;
  path: string;
  /** A short list without times, read whole with each round. */
  isWhole?: true;
  keep(tools: StoreTools, from: { orgId: number; licenseId: number }, records: unknown[]): Promise<void>;
};

export type StoreTools = {
  db: Db;
  publish: (event: Parameters<typeof publish>[1]) => Promise<void>;
  /** Enqueues a job in the same transaction. */
  enqueue: (job: JobRequest) => Promise<void>;
};

export const storeTools = (tx: Db, jobs: Jobs): StoreTools => ({
  db: tx,
  publish: (event) => publish(tx, event),
  enqueue: (job) => jobs.enqueue(tx, job),
});

/** A round that ended; `unread` are the lists of which it couldn't read all, so that what it missed there isn't gone. */
export type Round = { orgId: number; licenseId: number; roundBeganAt: Date; unread: readonly string[] };

/** What is read of a license, and what follows once all of it was compared. */
export type Tracked = {
  lists: readonly TrackedList[];
  finishRound(tools: StoreTools, round: Round): Promise<void>;
  /** What follows once what changed was read. */
  follow(tools: Services, license: { orgId: number; licenseId: number }): Promise<void>;
};
