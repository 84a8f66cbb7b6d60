import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/client';
import { freePort } from '../../server/free-port';
import { type BuyerFixture, makeBuyer, makeProduct, makeSeller, unique } from '../../tests/support/factories';
import { measureLoop } from '../closed-loop';
import { CLIENTS } from '../load';
import { orderer } from '../place-orders';
import { startProcess } from '../server-process';

const ROUNDS = 3;
/** How long a reader looks at a report before the next. */
const LOOK_MS = 2000;

/**
 * Orders a second by eight buyers of one seller, alone and beside somebody reading reports of that organization, in
 * turn; `url` is of a filled database to write to.
 */
export async function measureWriters(url: string, orgId: number, read: () => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  const database = openDatabase(url, { max: CLIENTS });
  const environment = {
    DATABASE_URL: url,
    PORT: String(await freePort()),
    SEED: 'none',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
  };
  const server = await startProcess('server/main.ts', { port: Number(environment.PORT), env: environment });
  try {
    const { db, pool } = database;
    // The numbers of whom the database was filled with are taken.
    while (unique() < 100_000);
    const { rows } = await pool.query('select * from organizations where id = $1', [orgId]);
    const seller = await makeSeller(db, { org: rows[0] });
    const buyers: BuyerFixture[] = [];
    const products: number[] = [];
    for (let client = 0; client < CLIENTS; client += 1) {
      buyers.push(await makeBuyer(db));
      products.push((await makeProduct(db, seller, { quantity: '10000000' })).id);
    }
    const config = readConfig({ ...environment, NODE_ENV: 'development' });
    const order = orderer({ url: server.url, pid: server.pid, database, config }, seller, buyers, products);
    const rounds: { alone: number; beside: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = (await measureLoop((client) => order(client))).perSecond;
      let isReading = true;
      const reader = (async () => {
        for (; isReading; await sleep(LOOK_MS)) await read();
      })();
      const beside = (await measureLoop((client) => order(client))).perSecond;
      isReading = false;
      await reader;
      rounds.push({ alone, beside });
    }
    return rounds;
  } finally {
    await server.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
