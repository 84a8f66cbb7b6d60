import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import type { Log } from '../../log';
import { serveBooksApi } from './api';
import { faultsOf } from './faults';
import { serveOAuth } from './oauth';
import { serveBooksPages } from './page';

const PLACE = '/sandbox/accounting';

/**
 * Serves /sandbox/accounting, an accounting service with books for every company; only while no real one is configured.
 * Its data is in the database, so every server process shows the same.
 */
export async function mountAccountingSandbox(
  app: FastifyInstance,
  { db, config, log }: { db: Db; config: Config; log: Log },
): Promise<void> {
  if (!config.accounting.standIn) return;
  const faults = faultsOf(db);
  await app.register(async (scope) => serveOAuth(scope, { db, config, faults }), { prefix: PLACE });
  await app.register(async (scope) => serveBooksApi(scope, { db, faults }), { prefix: `${PLACE}/v3/company/:realm` });
  await app.register(async (scope) => serveBooksPages(scope, { db, config, faults, log }));
}
