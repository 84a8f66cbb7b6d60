import pg from 'pg';
import type { Gauge } from 'prom-client';
import type { Config } from '../config';
import type { Database } from '../db/client';
import { QUEUES } from '../queues';
import { FIGURES, type Gathered, gatherFigures } from './figures';

/** A request that is over: what it called, and how it was answered. */
export interface Answered {
  readonly call: string;
  readonly method: string;
  /** 499 if its client left before the reply. */
  readonly status: number;
  readonly seconds: number;
}

/** What a process says of itself and its installation, for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  observe(answered: Answered): void;
  text(): Promise<string>;
  close(): Promise<void>;
}

type Told = {
  config: Pick<Config, 'databaseReplicaUrl' | 'parts' | 'version' | 'buildId'>;
  database: Database;
  /** How many jobs of each queue the process works on. */
  running: () => ReadonlyMap<string, number>;
  countLive: () => number;
  isDraining: () => boolean;
};

/** Two that ask at nearly the same time get the same figures of the database. */
export const HELD = { ms: 5_000 };
/** How long the database may take for a figure, and to be reached. */
const PATIENCE_MS = 1_500;
/** Seconds within which requests are counted: most take milliseconds, reports and files up to half a minute. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A stream is open for as long as its page. */
const ENDLESS = 'live';

/** Opens the metrics of a process, which reads what it tells of the database on a connection of its own. */
export async function openMetrics({ config, database, running, countLive, isDraining }: Told): Promise<Metrics> {
  // Loaded only where somebody asks.
  const { Registry, Gauge, Counter, Histogram, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, labelNames: readonly string[], collect?: (own: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      ...(collect && {
        collect() {
          collect(this);
        },
      }),
    });

  const requests = new Counter({
    name: 'verdant_http_requests_total',
    help: 'Requests answered; 499 means that the client left before.',
    labelNames: ['call', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'verdant_http_request_duration_seconds',
    help: 'Time until a request was answered whole, without streams of live events.',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'verdant_figures_failed_total',
    help: 'Figures of the database that could not be read, or not in time.',
    labelNames: ['figure'],
    registers,
  });

  const pools = { primary: database.pool, ...(database.replica && { replica: database.replica.pool }) };
  const ofPools = (value: (pool: pg.Pool) => Record<string, number>, label?: string) => (own: Gauge) => {
    for (const [pool, each] of Object.entries(pools)) {
      for (const [state, count] of Object.entries(value(each)))
        own.set(label ? { pool, [label]: state } : { pool }, count);
    }
  };
  gauge(
    'verdant_database_connections',
    'Connections of this process, in use or idle.',
    ['pool', 'state'],
    ofPools(({ totalCount, idleCount }) => ({ in_use: totalCount - idleCount, idle: idleCount }), 'state'),
  );
  gauge(
    'verdant_database_connections_max',
    'Connections it may have.',
    ['pool'],
    ofPools(({ options }) => ({ max: options.max })),
  );
  gauge(
    'verdant_database_waiting',
    'Calls and jobs that wait for a connection.',
    ['pool'],
    ofPools(({ waitingCount }) => ({ waiting: waitingCount })),
  );
  gauge('verdant_live_connections', 'Open streams of live events.', [], (own) => own.set(countLive()));
  gauge('verdant_jobs_running', 'Jobs this process works on.', ['queue'], (own) => {
    for (const queue of Object.keys(QUEUES)) own.set({ queue }, running().get(queue) ?? 0);
  });

  const { rows } = await database.pool.query<{ id: string }>('select id from installation');
  const build = { version: config.version, build: config.buildId, installation: rows[0]?.id ?? '' };
  gauge('verdant_build_info', 'The version that runs, and of which installation.', Object.keys(build)).set(build, 1);
  const up = gauge('verdant_up', 'Whether a part answers.', ['part']);
  const isReady = gauge('verdant_ready', 'Whether this process takes traffic.', []);
  const figures = new Map(
    Object.entries(FIGURES).map(([name, { help, labels }]) => [name, gauge(name, help, labels)] as const),
  );

  const own = openOwnPool(database);
  const gather = held(async () => {
    const [gathered, isReplicaUp] = await Promise.all([
      gatherFigures(own, config.parts),
      database.replica ? answers(database.replica.pool) : null,
    ]);
    for (const figure of gathered.failed) failures.inc({ figure });
    return { ...gathered, isReplicaUp };
  });

  function take({ isUp, isReplicaUp, figures: read }: Gathered & { isReplicaUp: boolean | null }): void {
    up.set({ part: 'database' }, Number(isUp));
    if (isReplicaUp !== null) up.set({ part: 'replica' }, Number(isReplicaUp));
    isReady.set(Number(isUp && !isDraining()));
    for (const each of figures.values()) {
      each.reset();
      // What isn't known isn't zero.
      each.remove({});
    }
    for (const { name, labels, value } of read) figures.get(name)?.set(labels ?? {}, value);
  }

  return {
    contentType: registry.contentType,
    observe({ call, method, status, seconds }) {
      requests.inc({ call, method, status });
      if (call !== ENDLESS) durations.observe({ call }, seconds);
    },
    async text() {
      take(await gather());
      return registry.metrics();
    },
    close: () => own.end(),
  };
}

/** One connection with short time limits, so that figures neither wait for the others nor keep them waiting. */
function openOwnPool({ pool }: Database): pg.Pool {
  const own = new pg.Pool({
    connectionString: pool.options.connectionString,
    max: 1,
    application_name: 'verdant-metrics',
    statement_timeout: PATIENCE_MS,
    // A database that has frozen doesn't end its statements.
    query_timeout: PATIENCE_MS * 1.5,
    connectionTimeoutMillis: PATIENCE_MS,
  });
  own.on('error', () => {});
  own.on('connect', (client) => client.on('error', () => {}));
  return own;
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const late = new Promise<false>((done) => setTimeout(done, PATIENCE_MS, false).unref());
  return Promise.race([
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

/** What was read a moment ago, or is being read, isn't read again. */
function held<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at >= HELD.ms) last = { at: performance.now(), value: read() };
    return last.value;
  };
}
