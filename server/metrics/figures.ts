import type pg from 'pg';
import type { Part } from '../../domain/parts';
import { clockOffset } from '../db/clock';
import { TRACKED } from '../inventory/tracking/tracked-lists';
import { GIVEN_UP, QUEUES, type Queue, type QueueName } from '../queues';

/** What is read from the database when metrics are asked for. Every process says the same, but for its clock. */
export const FIGURES = {
  verdant_jobs: {
    help: 'Jobs that wait to be begun (waiting) or until they are due (delayed).',
    labels: ['queue', 'state'],
  },
  verdant_jobs_oldest_age_seconds: {
    help: 'For how long the job has been due that is due longest.',
    labels: ['queue'],
  },
  verdant_jobs_given_up: { help: 'Jobs given up in the last day and not tried again since.', labels: ['queue'] },
  verdant_mail_waiting: { help: 'Emails that wait to be sent, also for another try.', labels: [] },
  verdant_mail_oldest_age_seconds: { help: 'Age of the oldest email that waits.', labels: [] },
  verdant_mail_given_up: { help: 'Emails given up in the last day and neither sent again nor dismissed.', labels: [] },
  verdant_outbox_waiting: { help: 'Changes that wait to be sent to partners.', labels: ['partner'] },
  verdant_outbox_oldest_age_seconds: {
    help: 'Age of the oldest change that waits although its connection works.',
    labels: ['partner'],
  },
  verdant_sync_lag_seconds: {
    help: 'Since when something is unread that should be: a list of a license, or a subscription whose period ended.',
    labels: ['partner'],
  },
  verdant_webhooks_waiting: { help: 'Webhooks that are due at endpoints that work, and wait to be sent.', labels: [] },
  verdant_webhooks_oldest_age_seconds: { help: 'For how long the oldest of them has been due.', labels: [] },
  verdant_webhook_endpoints_failing: { help: 'Webhook endpoints that fail, each with its owners to tell.', labels: [] },
  verdant_clock_offset_seconds: { help: 'How far this process’s clock is ahead of the database’s.', labels: [] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

export type Figure = { name: keyof typeof FIGURES; labels?: Readonly<Record<string, string>>; value: number };

/** Whether the database answered, its figures, and which of them failed or took too long. */
export interface Gathered {
  isUp: boolean;
  figures: Figure[];
  failed: string[];
}

type Parts = Readonly<Record<Part, boolean>>;
type Source = { name: string; read: (pool: pg.Pool, parts: Parts) => Promise<Figure[]> };

const LETTERS = new Set(Object.entries<Queue>(QUEUES).flatMap(([name, { letter }]) => (letter ? [name] : [])));
const NAMES: readonly (QueueName | typeof GIVEN_UP)[] = [...(Object.keys(QUEUES) as QueueName[]), GIVEN_UP];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** From an index over the jobs that wait, whatever has been done. */
export const WAITING_JOBS = `
  select name, count(*) filter (where start_after <= now())::int as waiting,
         count(*) filter (where start_after > now())::int as delayed,
         coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as due,
         coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as age
    from jobs.job where state < 'active' and not blocked group by name`;

async function readJobs(pool: pg.Pool, parts: Parts): Promise<Figure[]> {
  type Row = { name: string; waiting: number; delayed: number; due: number; age: number };
  const { rows } = await pool.query<Row>(WAITING_JOBS);
  const byName = new Map(rows.map((row) => [row.name, row]));
  const letters = rows.filter(({ name }) => LETTERS.has(name));
  return [
    ...NAMES.flatMap((queue): Figure[] => {
      const { waiting = 0, delayed = 0, due = 0 } = byName.get(queue) ?? {};
      const { part }: Partial<Queue> = queue === GIVEN_UP ? {} : QUEUES[queue];
      return [
        { name: 'verdant_jobs', labels: { queue, state: 'waiting' }, value: waiting },
        { name: 'verdant_jobs', labels: { queue, state: 'delayed' }, value: delayed },
        // Of a part that is switched off, jobs wait on purpose.
        ...(part === undefined || parts[part]
          ? [{ name: 'verdant_jobs_oldest_age_seconds', labels: { queue }, value: due } as const]
          : []),
      ];
    }),
    { name: 'verdant_mail_waiting', value: sum(letters.map(({ waiting, delayed }) => waiting + delayed)) },
    { name: 'verdant_mail_oldest_age_seconds', value: Math.max(0, ...letters.map(({ age }) => age)) },
  ];
}

const GIVEN_UP_JOBS = `
  select queue, count(*)::int as count from failed_jobs where failed_at > now() - interval '1 day' group by queue`;

async function readGivenUp(pool: pg.Pool): Promise<Figure[]> {
  const { rows } = await pool.query<{ queue: string; count: number }>(GIVEN_UP_JOBS);
  const byQueue = new Map(rows.map(({ queue, count }) => [queue, count]));
  return [
    ...NAMES.map(
      (queue): Figure => ({ name: 'verdant_jobs_given_up', labels: { queue }, value: byQueue.get(queue) ?? 0 }),
    ),
    { name: 'verdant_mail_given_up', value: sum([...LETTERS].map((queue) => byQueue.get(queue) ?? 0)) },
  ];
}

/** What waits with a license whose key is refused waits for its owner, and says nothing of us or the partner. */
export const UNSENT = {
  tracking: `
    select count(*)::int as waiting,
           coalesce(extract(epoch from now() - min(w.created_at) filter (where l.sync_active)), 0)::float8 as age
      from tracking_writes w join licenses l on l.id = w.license_id where w.state = 'PENDING'`,
  wholesale: `
    select count(*)::int as waiting,
           coalesce(extract(epoch from now() - min(m.created_at) filter (
             where s.access = 'WRITE' and s.problem is null and s.sealed_key is not null)), 0)::float8 as age
      from marketplace_moves m left join wholesale_syncs s on s.org_id = m.org_id and s.us_state = m.us_state
     where m.state = 'PENDING'`,
};

const readUnsent = (partner: keyof typeof UNSENT): Source => ({
  name: `outbox ${partner}`,
  async read(pool, parts) {
    if (!parts[partner]) return [];
    const { rows } = await pool.query<{ waiting: number; age: number }>(UNSENT[partner]);
    const { waiting = 0, age = 0 } = rows[0] ?? {};
    return [
      { name: 'verdant_outbox_waiting', labels: { partner }, value: waiting },
      { name: 'verdant_outbox_oldest_age_seconds', labels: { partner }, value: age },
    ];
  },
});

/** Lists read again with every check; the others are only read whole, each night. */
const READ_OFTEN = TRACKED.lists.flatMap(({ name, isWhole }) => (isWhole ? [] : [name]));

const UNREAD = {
  tracking: `
    select coalesce(extract(epoch from now() - min(r.read_at)), 0)::float8 as lag
      from tracking_reads r
      join license_syncs s on s.org_id = r.org_id and s.license_id = r.license_id
      join licenses l on l.id = r.license_id
     where l.sync_active and r.problem is null and r.list = any($1::text[])`,
  billing: `
    select coalesce(extract(epoch from now() - min(current_term_end)), 0)::float8 as lag
      from subscriptions where status <> 'cancelled' and current_term_end < now()`,
};

const readLag = (partner: keyof typeof UNREAD, values: unknown[]): Source => ({
  name: `sync lag ${partner}`,
  async read(pool, parts) {
    if (!parts[partner]) return [];
    const { rows } = await pool.query<{ lag: number }>(UNREAD[partner], values);
    return [{ name: 'verdant_sync_lag_seconds', labels: { partner }, value: rows[0]?.lag ?? 0 }];
  },
});

/** What waits for a receiver that fails says nothing of us. */
export const WEBHOOKS = `
  select (select count(*)::int from webhook_deliveries waiting join webhook_endpoints working
           on working.org_id = waiting.org_id and working.id = waiting.endpoint_id
          where waiting.state = 'WAITING' and waiting.next_at <= now() and working.state = 'ACTIVE' and working.failures = 0) as waiting,
         (select coalesce(extract(epoch from now() - min(waiting.next_at)), 0)::float8 from webhook_deliveries waiting
            join webhook_endpoints working on working.org_id = waiting.org_id and working.id = waiting.endpoint_id
          where waiting.state = 'WAITING' and waiting.next_at <= now() and working.state = 'ACTIVE' and working.failures = 0) as age,
         (select count(*)::int from webhook_endpoints where state = 'ACTIVE' and failing_since is not null) as failing`;

const webhooks: Source = {
  name: 'webhooks',
  async read(pool) {
    const { rows } = await pool.query<{ waiting: number; age: number; failing: number }>(WEBHOOKS);
    const { waiting = 0, age = 0, failing = 0 } = rows[0] ?? {};
    return [
      { name: 'verdant_webhooks_waiting', value: waiting },
      { name: 'verdant_webhooks_oldest_age_seconds', value: age },
      { name: 'verdant_webhook_endpoints_failing', value: failing },
    ];
  },
};

const SOURCES: readonly Source[] = [
  { name: 'jobs', read: readJobs },
  { name: 'given up', read: readGivenUp },
  readUnsent('tracking'),
  readUnsent('wholesale'),
  readLag('tracking', [READ_OFTEN]),
  readLag('billing', []),
  webhooks,
];

/** How long all of it may take; what isn't read by then isn't. */
const PATIENCE_MS = 5_000;

/** Asks the database for every figure, one after the other. Never raises. */
export async function gatherFigures(pool: pg.Pool, parts: Parts): Promise<Gathered> {
  const begun = performance.now();
  const offset = await clockOffset(pool).catch(() => null);
  if (offset === null) return { isUp: false, figures: [], failed: [] };
  const figures: Figure[] = [{ name: 'verdant_clock_offset_seconds', value: offset }];
  const failed: string[] = [];
  for (const { name, read } of SOURCES) {
    const isLate = performance.now() - begun > PATIENCE_MS;
    const found = isLate ? null : await read(pool, parts).catch(() => null);
    if (found === null) failed.push(name);
    else figures.push(...found);
  }
  return { isUp: true, figures, failed };
}
