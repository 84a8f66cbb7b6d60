import type { harvests as contract } from '../../domain/harvests/contract';
import { HARVEST_COLUMNS } from '../../domain/harvests/harvest-export';
import { exportName } from '../../domain/harvests/rules';
import { toCsv } from '../db/export';
import type { Verb } from '../implement';
import { findHarvest } from './find-harvest';
import { loadPlants } from './read-harvests';

/** A harvest’s plants as csv, in the file of its name. NOT_FOUND. */
export const exportHarvest: Verb<typeof contract.export> = async (ctx, { params: { id } }) => {
  const { name } = await findHarvest(ctx, id);
  const plants = await loadPlants(ctx, id);
  return { name: exportName(name), text: toCsv(HARVEST_COLUMNS, once(plants), ctx.timeZone) };
};

async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
