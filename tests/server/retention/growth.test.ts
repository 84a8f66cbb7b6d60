import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '../../../server/db/schema';
import { SWEEPS } from '../../../server/retention/sweeps';
import { GROWTH, sweptTables, tablesOf } from '../../support/retention/growth';

const KINDS = Object.keys(GROWTH) as (keyof typeof GROWTH)[];

test('somebody decided of every table what becomes of its rows as years go by', () => {
  const all = Object.values<unknown>(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []));
  expect(KINDS.flatMap(tablesOf).sort()).toEqual(all.sort());
});

test('what is said to be swept is, and nothing else', () => {
  const swept = new Set(SWEEPS.map(({ table }) => table));
  expect(sweptTables().sort()).toEqual([...swept].sort());
});
