import { shortDay } from '../../domain/dates';
import type { harvests as contract } from '../../domain/harvests/contract';
import { exportName } from '../../domain/harvests/rules';
import { formatAmount } from '../../domain/money';
import { code128 } from '../files/barcode';
import { drawLabels } from '../files/draw-labels';
import type { Verb } from '../implement';
import { findHarvest } from './find-harvest';
import { loadHarvestPackages, loadPlants } from './read-harvests';

/** Labels of a harvest’s plants and packages, one a page. NOT_FOUND. */
export const printLabels: Verb<typeof contract.labels> = async (ctx, { params: { id } }) => {
  const { name, strainName, harvestDate } = await findHarvest(ctx, id);
  const plants = await loadPlants(ctx, id);
  const packages = await loadHarvestPackages(ctx, id);
  const harvested = `${name} · ${shortDay(harvestDate)}`;
  const bars = await code128([...plants, ...packages].map(({ label }) => label));
  const words = [
    ...plants.map(({ label, weight, unitOfMeasureAbbreviation: unit }) => [
      label,
      strainName,
      harvested,
      weight === null ? '' : `${formatAmount(weight)} ${unit}`,
    ]),
    ...packages.map(({ label, itemName, weight, unitOfMeasureAbbreviation: unit, forTesting }) => [
      label,
      itemName,
      harvested,
      `${formatAmount(weight)} ${unit}${forTesting ? ' for testing' : ''}`,
    ]),
  ];
  const labels = words.map((lines, at) => ({ bars: bars[at] ?? [], lines }));
  const file = exportName(name).replace(/\.csv$/, '-labels.pdf');
  return { name: file, text: drawLabels({ title: `Labels of ${name}`, author: name }, labels, ctx.gone) };
};
