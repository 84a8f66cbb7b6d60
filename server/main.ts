import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, readConfig, StartError, standIns } from './config';
import { DatabaseSilent } from './db/connection/database-monitor';
import { launchPostgres, type Postgres } from './db/embedded';
import { refusedDatabase } from './db/refused';
import { type Log, linesOf, openLog } from './log';
import { secretsOf } from './secrets';
import { demoAccounts } from './seed';
import { endServing, type Serving, serve, takenPort } from './serve';
import { checkThirdParties } from './third-parties';

const running: { config?: Config; postgres?: Postgres } & Serving = {};
let stopping: Promise<void> | undefined;

async function start(): Promise<void> {
  const config = readConfig(process.env, { dev: process.argv.includes('--dev') });
  const log = openLog(config.logLevel, undefined, secretsOf(config));
  endOnUncaught(log);
  running.config = config;
  // `on`, not `once`: Ctrl-C arrives from the terminal and again through the launcher.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // The launcher keeps a channel open; if it is killed, no signal reaches us.
  process.once('disconnect', stop);

  const url = config.databaseUrl ?? (await launch(config, log)).socketUrl;
  await refuseTakenPort(config);
  await checkThirdParties(config, log);
  process.stdout.write('Preparing the database\n');
  await serve(config, url, log, { serving: running, isEnding: () => stopping !== undefined });
  if (!stopping) announce(config);
}

async function launch(config: Config, log: Log): Promise<Postgres> {
  running.postgres = await launchPostgres({
    dataDir: config.dataDir,
    log: { info: (message) => log.info(message), error: (message) => log.error(message) },
  });
  return running.postgres;
}

/** Checked before seeding: a start that can't listen should fail at once. */
function refuseTakenPort({ host, port }: Config): Promise<void> {
  return new Promise<void>((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(port, host, () => probe.close(() => done()));
  }).catch(takenPort({ host, port }));
}

function announce(config: Config): void {
  const lines = [`Verdant is ready at ${config.publicUrl}`, ''];
  if (config.seed === 'demo') lines.push(...demoAccounts(), '');
  const inUse = standIns(config);
  if (inUse.length > 0) lines.push('Stand-ins in use:', ...inUse.map((line) => `  ${line}`), '');
  process.stdout.write(`\n${lines.join('\n')}`);
}

/** Ends the process as Node.js would, which prints such an error with everything it carries. */
function endOnUncaught(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error nobody caught');
    process.exit(1);
  });
}

/** Stops accepting, lets pending requests finish, then closes streams, jobs, pools and PostgreSQL, in that order. */
function stop(): void {
  stopping ??= shutDown().then(
    () => process.exit(0),
    (error) => {
      console.error(linesOf(error));
      process.exit(1);
    },
  );
}

async function shutDown(): Promise<void> {
  const { config, app, postgres } = running;
  try {
    if (app) await pause((config?.drainSeconds ?? 0) * 1000);
    await endServing(running);
  } finally {
    // Always, even if closing something failed: nobody else stops the PostgreSQL we started.
    await postgres?.stop();
  }
}

start().catch(async (error) => {
  if (stopping) return;
  const refused = error instanceof DatabaseSilent ? refusedDatabase(error) : error;
  console.error(refused instanceof StartError ? refused.message : linesOf(refused));
  await shutDown().catch(() => {});
  process.exit(1);
});
