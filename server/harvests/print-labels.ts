import { shortDay } from '../../domain/dates';
import { code128 } from '../../domain/harvests/code-128';
import type { harvests as contract } from '../../domain/harvests/contract';
import { exportName } from '../../domain/harvests/rules';
import { formatAmount } from '../../domain/money';
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
  const labels = [
    ...plants.map(({ label, weight, unitOfMeasureAbbreviation: unit }) => ({
      bars: code128(label),
      lines: [label, strainName, harvested, weight === null ? '' : `${formatAmount(weight)} ${unit}`],
    })),
    ...packages.map(({ label, itemName, weight, unitOfMeasureAbbreviation: unit, forTesting }) => ({
      bars: code128(label),
      lines: [label, itemName, harvested, `${formatAmount(weight)} ${unit}${forTesting ? ' for testing' : ''}`],
    })),
  ];
  const file = exportName(name).replace(/\.csv$/, '-labels.pdf');
  return { name: file, text: drawLabels({ title: `Labels of ${name}`, author: name }, labels, ctx.gone) };
};
