import { it } from 'vitest';
import { openStage } from '../support/stage';

const stage = openStage();
it('cols', async () => {
  const { rows } = await stage.database.database.pool.query(
    `select table_schema s, table_name t, string_agg(column_name, ' ' order by ordinal_position) c from information_schema.columns where data_type = 'text' and is_generated='NEVER' and table_schema not in ('pg_catalog','information_schema','pgboss') group by 1,2 order by 1,2`,
  );
  for (const r of rows) console.log(r.s + '.' + r.t + ': ' + r.c);
});
