import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { MOST_LISTINGS } from '../../../domain/directory/best-match';
import { directory } from '../../../domain/directory/contract';
import { openApp, type TestCaller } from '../../support/app';
import { makeOrg, makeUser } from '../../support/factories';

const app = await openApp();
const PAGE = 50;
const MANY = MOST_LISTINGS + 37;
let visitor: TestCaller;

beforeAll(async () => {
  const { db } = app.database;
  const org = await makeOrg(db, { name: 'Lantern Holdings' });
  await db.execute(sql`
    insert into brands (org_id, name, slug, states)
    select ${org.id}::bigint, 'Lantern ' || lpad(n::text, 4, '0'), 'lantern-' || n, array['CA'] from generate_series(1, ${MANY}::int) n`);
  visitor = await app.as(await makeUser(db));
});

const search = (page: number, searchTerm = 'lantern') =>
  visitor.expectOk(directory.search, {
    query: { directoryListingTypes: ['brand'], searchTerm, itemsPerPage: PAGE, page, sort: 'name' },
  });

test('pages are appended without a gap or a repetition up to the limit, and end there', async () => {
  const found: string[] = [];
  for (let page = 0; page < MOST_LISTINGS / PAGE; page++) {
    const { results, resultCount } = await search(page);
    expect(resultCount).toBe(MOST_LISTINGS + 1);
    found.push(...results.map(({ name }) => name));
  }
  const first = Array.from({ length: MOST_LISTINGS }, (_, at) => `Lantern ${String(at + 1).padStart(4, '0')}`);
  expect(found).toEqual(first);
  expect((await search(MOST_LISTINGS / PAGE)).results).toEqual([]);
});

test('a page that reaches over the limit is cut there, and what is narrower is counted to its end', async () => {
  const query = { directoryListingTypes: ['brand'] as ['brand'], searchTerm: 'lantern', itemsPerPage: 90, page: 11 };
  const { results } = await visitor.expectOk(directory.search, { query: { ...query, sort: 'name' } });
  expect(results).toHaveLength(MOST_LISTINGS - 90 * 11);
  const narrow = await search(0, 'lantern 0001');
  expect(narrow.resultCount).toBe(1);
});
