import { type SQL, sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../domain/catalogue/units/tracking-units';
import type { OutsideWeights } from '../../domain/harvests/balance';
import type { SentState } from '../../domain/harvests/harvest';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { harvestIngredients, harvestPackages, harvestPlants, harvestWaste } from '../db/schema';
import type { HarvestRecord } from './find-harvest';

/** Records alike of a harvest together. */
export type Group = {
  harvestId: number;
  state: SentState;
  unit: TrackingUnit;
  quantity: string;
  count: number;
  weighed: number;
};

type Groups = Record<'plants' | 'packages' | 'packaged' | 'waste', Group[]>;

/** Plants, packages, what went into packages from each harvest whichever it was packaged in, and waste: records alike together. */
export async function groupRecords(db: Db, orgId: number, ids: readonly number[]): Promise<Groups> {
  const grouped = (kind: keyof Groups, weight: SQL, rows: SQL) => sql`
    select ${kind}::text as kind, one.harvest_id as "harvestId", state, one.unit_of_measure as unit,
           coalesce(sum(${weight}), 0)::text as quantity, count(*)::int as count, count(${weight})::int as weighed
      from ${rows} where one.org_id = ${orgId} and ${isOneOf(sql`one.harvest_id`, ids)} group by 2, 3, 4`;
  const { rows } = await db.execute<Group & { kind: keyof Groups }>(
    sql.join(
      [
        grouped('plants', sql`one.weight`, sql`${harvestPlants} one`),
        grouped('packages', sql`null::numeric`, sql`${harvestPackages} one`),
        grouped(
          'packaged',
          sql`one.weight`,
          sql`${harvestIngredients} one join ${harvestPackages} made on made.org_id = one.org_id and made.id = one.package_id`,
        ),
        grouped('waste', sql`one.weight`, sql`${harvestWaste} one`),
      ],
      sql` union all `,
    ),
  );
  const groups: Groups = { plants: [], packages: [], packaged: [], waste: [] };
  for (const { kind, ...group } of rows) groups[kind].push({ ...group, harvestId: Number(group.harvestId) });
  return groups;
}

/** What others changed of a harvest at the tracking system and was accepted here. */
export const outsideOf = ({ outsidePlants, outsideWaste, outsidePackaged }: HarvestRecord): OutsideWeights => ({
  plants: outsidePlants,
  waste: outsideWaste,
  packaged: outsidePackaged,
});
