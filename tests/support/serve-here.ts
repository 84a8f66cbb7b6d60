import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig, root } from '../../server/config';
import { freePort } from '../../server/free-port';
import { openLog } from '../../server/log';
import { secretsOf } from '../../server/secrets';
import type { Serving } from '../../server/serve';
import { type Environment, forTests } from './process';

type Built = typeof import('../../server/serve');

/** The built server, which a worker loads once: a process of its own takes several times the work of serving anew. */
let built: Promise<Built> | undefined;

export type Serves = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: string;
  stop(): Promise<void>;
};

/** Serves a test's database from this process, by what is built, as `startVerdant` does from a process of its own. */
export async function serveHere(environment: Environment): Promise<Serves> {
  built ??= import(pathToFileURL(join(root, 'dist/server/serve.js')).href) as Promise<Built>;
  const { serve, endServing } = await built;
  const port = environment.PORT ?? String(await freePort());
  const config = readConfig({ ...forTests(environment), PORT: port });
  const log = openLog(config.logLevel, undefined, secretsOf(config));
  const serving: Serving = {};
  let isEnding = false;
  const stop = async () => {
    isEnding = true;
    await endServing(serving);
  };
  await serve(config, config.databaseUrl ?? '', log, { serving, isEnding: () => isEnding }).catch(async (error) => {
    await stop();
    if (!serving.app) await serving.database?.close();
    throw error;
  });
  return { url: config.publicUrl, port, stop };
}
