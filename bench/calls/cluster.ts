import { openDatabase } from '../../server/db/client';
import { distribute } from '../../server/db/distribute';
import { migrateDatabase } from '../../server/db/migrate';
import { seedDemo } from '../../server/seed';
import { dropDatabase, joinMachines, machines, onDatabase, onMachine } from '../../tests/support/cluster';

const NAME = 'verdant_bench';

/** Does some work with a database of the cluster that holds this many orders of the demo, and removes it. */
export async function withSeededCluster(orders: number, work: (url: string) => Promise<void>): Promise<void> {
  const url = onDatabase(machines[0] ?? '', NAME);
  try {
    for (const machine of machines) {
      await onMachine(machine, async (client) => {
        await client.query(`drop database if exists ${NAME} with (force)`);
        await client.query(`create database ${NAME}`);
      });
    }
    await joinMachines(NAME);
    await migrateDatabase(url);
    await distribute(url);
    const database = openDatabase(url, { max: 2, statementTimeout: 0 });
    await seedDemo(database, { orders });
    await database.pool.query('vacuum analyze');
    await database.close();
    await work(url);
  } finally {
    for (const machine of machines) await onMachine(machine, (client) => dropDatabase(client, NAME));
  }
}
