import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { openDatabase } from '../../../server/db/client';
import { startServerProcess } from '../../support/app';
import { createBareDatabase } from '../../support/database';

/** Dumps of released schemas with the demo's data, named by their last migration. They stay. */
const DUMPS = join(import.meta.dirname, '../../support/db/released');

async function restore(dump: string): Promise<string> {
  const url = await createBareDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(gunzipSync(await readFile(join(DUMPS, dump))).toString()).finally(() => client.end());
  return url;
}

describe.each(readdirSync(DUMPS))('an installation as of %s', (dump) => {
  test('is upgraded by a start, and its people find their orders', async () => {
    const url = await restore(dump);
    const database = openDatabase(url, { max: 2 });
    const app = await startServerProcess({ url, database, drop: async () => {} });
    try {
      const { rows } = await database.pool.query<{
        subject: string;
        orgId: number;
        companyId: number;
        orders: number;
      }>(`
        select person.subject, member.org_id as "orgId", company.id as "companyId",
               (select count(*) from orders where org_id = member.org_id and company_id = company.id)::int as orders
          from users person join org_users member on member.user_id = person.id
          join companies company on company.org_id = member.org_id
         where person.email = 'owner@fernhollow.example' order by orders desc limit 1`);
      const [owner] = rows;
      if (!owner) throw new Error('The dump lacks its owner');
      const { orgId, companyId } = owner;
      const caller = await app.as(owner, { id: orgId });
      const { results } = await caller.expectOk(contract.orders.search, {
        body: { orgId, companyId, filters: {}, itemsPerPage: 250 },
      });
      expect(results.length).toBe(owner.orders);
      expect(owner.orders).toBeGreaterThan(0);
      const installed = await database.pool.query('select id, is_demo from installation');
      expect(installed.rows).toEqual([{ id: expect.any(String), is_demo: false }]);
    } finally {
      await app.close();
      await database.close();
    }
  });
});
