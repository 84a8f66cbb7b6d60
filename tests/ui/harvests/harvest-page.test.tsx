import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ERROR_CODES } from '../../../domain/errors';
import { harvests as calls } from '../../../domain/harvests/contract';
import type { Harvest } from '../../../domain/harvests/harvest';
import { harvests } from '../../../src/resources/harvests';
import { both, openAt, world } from '../support/app';
import { reply } from '../support/platform';
import { balance, growAt, grower, harvest, plant, TAG, weighed } from './harvest-world';
import '../../../src/ui/theme';

beforeEach(() => {
  world.features = { HARVESTS: both, HARVEST_DELETE: both };
  growAt(grower(1));
});

async function openHarvest(over: Partial<Harvest> = {}): Promise<void> {
  world.net.on(calls.get, () => reply(calls.get, harvest(over)));
  await openAt('/harvest/7', [harvests]);
  await expect.element(page.getByRole('heading', { name: 'Blue Dream 03/02/2026', level: 1 })).toBeVisible();
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sent = (path: string) => world.net.sent.findLast((one) => one.path === path && one.method !== 'GET')?.body;
const BAD_INPUT = {
  userFriendlyMessage: 'Bad input',
  message: 'BAD_INPUT',
  internalCode: ERROR_CODES.BAD_INPUT,
  errorObject: null,
};
const ALL_WEIGHED = { weighedCount: 2, harvestPlants: [weighed(1, '500'), weighed(2, '500')] };
const SENT = { sent: 4, total: 4, waiting: 0, refused: 0, problem: null };

describe('the balance', () => {
  it('makes up the wet weight, part by part', async () => {
    await openHarvest({
      state: 'FINISHED',
      finishedDate: '2026-03-20',
      submission: SENT,
      balance: balance({ waste: '120.5', packaged: '300', current: '0', moisture: '579.5' }),
    });
    const table = page.getByRole('table', { name: 'Where the wet weight is' });
    for (const row of ['Waste 120.5 g', 'Packages 300 g', 'Moisture loss 579.5 g', 'Left 0 g', 'Wet weight 1,000 g'])
      await expect.element(table.getByRole('row', { name: row })).toBeVisible();
  });
});

describe('what its strain usually loses', () => {
  const share = (low: number, high: number) => ({ low, middle: (low + high) / 2, high });
  const usual = { moisture: share(71, 76), waste: share(3, 5) };
  const balances = { waste: '120', packaged: '300', current: '0', moisture: '580' };

  it('stands beside what a finished harvest lost, and more or less of it is said', async () => {
    world.net.on(calls.usualLoss, () => reply(calls.usualLoss, { harvests: 6, usual }));
    await openHarvest({ state: 'FINISHED', submission: SENT, balance: balance(balances) });
    const table = page.getByRole('table', { name: 'Beside what Blue Dream usually loses' });
    await expect.element(table.getByRole('row', { name: 'Waste 12%, more than usual 3 to 5%' })).toBeVisible();
    await expect
      .element(table.getByRole('row', { name: 'Moisture loss 58%, less than usual 71 to 76%' }))
      .toBeVisible();
    await expect.element(page.getByText('The middle half of 6 finished harvests.')).toBeVisible();
  });

  it('is no judgment of a harvest that isn’t finished, nor of too few', async () => {
    world.net.on(calls.usualLoss, () => reply(calls.usualLoss, { harvests: 6, usual }));
    await openHarvest({ balance: balance({ waste: '10', current: '990' }) });
    const table = page.getByRole('table', { name: 'Beside what Blue Dream usually loses' });
    await expect.element(table.getByRole('row', { name: 'Waste 1% 3 to 5%' })).toBeVisible();
    await expect.element(table.getByRole('row', { name: 'Moisture loss – 71 to 76%' })).toBeVisible();
  });

  it('isn’t told of fewer than three', async () => {
    world.net.on(calls.usualLoss, () => reply(calls.usualLoss, { harvests: 2, usual: null }));
    await openHarvest();
    await expect.element(page.getByText(/^Not enough finished harvests of Blue Dream yet/)).toBeVisible();
  });
});

describe('the time a state gives', () => {
  it('is said beside what can still be taken back, and why when it is over', async () => {
    const waste = {
      id: 3,
      wasteWeight: '5',
      wasteType: 'Trim',
      unitOfMeasureAbbreviation: 'g' as const,
      wasteDate: '2026-03-03',
      recorded: '2026-03-03T16:00:00Z',
      state: 'SENT' as const,
      problem: null,
    };
    await openHarvest({ state: 'SUBMITTED', usState: 'OR', submission: SENT, waste: [waste] });
    await expect
      .element(page.getByText('Oregon lets this be undone for 48 hours, and they’re over.').first())
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Delete 5 g of Trim' })).not.toBeInTheDocument();
  });
});

describe('what a state allows', () => {
  it('says why a harvest without weight has no packages or waste', async () => {
    await openHarvest({
      balance: balance({ wet: '0', current: '0' }),
      harvestPlants: [plant(1)],
      plantCount: 1,
      weighedCount: 0,
    });
    await expect.element(button('Add package')).toBeDisabled();
    await expect.element(button('Record waste')).toBeDisabled();
    await expect.element(page.getByText('Weigh a plant first.').first()).toBeVisible();
    await expect.element(button('Distribute weights')).toBeEnabled();
  });

  it('lets nothing of a finished harvest change until it is reopened', async () => {
    await openHarvest({ state: 'FINISHED', finishedDate: '2026-03-20', submission: SENT });
    for (const name of ['Add plants', 'Add package', 'Record waste']) await expect.element(button(name)).toBeDisabled();
    world.net.on(calls.unfinish, () => reply(calls.unfinish, harvest({ state: 'SUBMITTED' }), 'harvests'));
    await button('Reopen').click();
    await button('Reopen harvest').click();
    await expect.element(page.getByText('“Blue Dream 03/02/2026” reopened.')).toBeVisible();
  });

  it('lets who may only read change nothing', async () => {
    world.features = { HARVESTS: { read: true, write: false } };
    await openHarvest();
    for (const name of ['Submit', 'Add plants', 'Distribute weights', 'Add package', 'Record waste'])
      await expect.element(button(name)).toBeDisabled();
    await expect.element(page.getByText(/write access to “Harvests”/).first()).toBeVisible();
  });

  it('finishes a submitted harvest on a day, and says what becomes moisture loss', async () => {
    await openHarvest({ state: 'SUBMITTED', submission: SENT });
    world.net.on(calls.finish, () => reply(calls.finish, harvest({ state: 'FINISHED' }), 'harvests'));
    await button('Finish').click();
    const question = page.getByRole('dialog');
    await expect
      .element(question.getByText('1,000 g is left and becomes moisture loss.', { exact: false }))
      .toBeVisible();
    await question.getByLabelText('Finished on', { exact: false }).fill('2026-03-20');
    await question.getByRole('button', { name: 'Finish harvest' }).click();
    await expect.poll(() => sent('/harvests/7/finish')).toEqual({ finishedDate: '2026-03-20' });
  });
});

describe('plants', () => {
  it('say where each weight came from', async () => {
    await openHarvest({
      plantCount: 3,
      weighedCount: 3,
      harvestPlants: [
        weighed(1, '10'),
        weighed(2, '11', { origin: 'SCALE' }),
        weighed(3, '12', { origin: 'DISTRIBUTED' }),
      ],
    });
    for (const origin of ['Typed', 'Scale', 'Distributed'])
      await expect.element(page.getByRole('gridcell', { name: origin, exact: true })).toBeVisible();
    await expect.element(button('Distribute weights')).toBeDisabled();
    await expect.element(page.getByText('Every plant has a weight.', { exact: false })).toBeVisible();
  });

  it('are weighed in place', async () => {
    await openHarvest();
    world.net.on(calls.updatePlant, () => reply(calls.updatePlant, weighed(2, '12.5'), 'harvests'));
    await page
      .getByRole('row', { name: new RegExp(TAG(2)) })
      .getByRole('gridcell')
      .nth(2)
      .dblClick();
    await userEvent.keyboard('a lot{Enter}');
    await expect.element(page.getByText('Enter a weight, such as 12.5')).toBeVisible();
    await page.getByRole('gridcell').getByRole('textbox').fill('12.5');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent('/harvests/7/plants/2')).toEqual({ weight: '12.5', unitOfMeasureAbbreviation: 'g' });
  });

  it('are added by tags that are pasted, and those that aren’t to be had are named', async () => {
    await openHarvest();
    world.net.on(calls.availablePlants, () =>
      reply(
        calls.availablePlants,
        [11, 12, 13].map((id) => ({
          id,
          label: TAG(id),
          strainName: 'Blue Dream',
          locationName: 'Room 1',
          plantedDate: null,
        })),
      ),
    );
    world.net.on(calls.addPlants, () => reply(calls.addPlants, harvest(), 'harvests'));
    await button('Add plants').click();
    const dialog = page.getByRole('dialog', { name: 'Add plants' });
    await expect.element(dialog.getByText(TAG(11))).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Tags' }).fill(`${TAG(11)} ${TAG(13)} ${TAG(99)}`);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(`Not among these plants: ${TAG(99)}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 2 plants' }).click();
    await expect.poll(() => sent('/harvests/7/plants')).toEqual({ plants: [{ label: TAG(11) }, { label: TAG(13) }] });
  });

  it('get distributed weights after a warning; a wish that can’t be is said at its field', async () => {
    await openHarvest();
    const why = '1 plants can’t share this evenly.';
    world.net.on(calls.distributeWeights, () =>
      Response.json({ ...BAD_INPUT, errors: { maxVarianceFromMean: why } }, { status: 400 }),
    );
    await button('Distribute weights').click();
    const dialog = page.getByRole('dialog', { name: 'Distribute weights' });
    await expect.element(dialog.getByText('Distributed weights are estimates.', { exact: false })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Total weight in g' }).fill('1,200');
    await dialog.getByRole('textbox', { name: /^Most a plant may differ/ }).fill('0');
    await dialog.getByRole('button', { name: 'Distribute weights' }).click();
    await expect.element(dialog.getByText(why)).toBeVisible();
    expect(sent('/harvests/7/plants/distribute-weights')).toEqual({ desiredTotal: '1200', maxVarianceFromMean: '0' });
  });
});

describe('the submission', () => {
  const steps = [
    { kind: 'PLANTS' as const, words: 'Harvest 2 plants', records: 2, after: balance() },
    {
      kind: 'WASTE' as const,
      words: 'Report 100 g of waste',
      records: 1,
      after: balance({ waste: '100', current: '900' }),
    },
  ];
  const shows = (problem: string | null) =>
    world.net.on(calls.previewSubmission, () =>
      reply(calls.previewSubmission, { steps, warnings: ['1 plant has a distributed weight.'], problem }),
    );

  it('shows each step with what is left after it, and its warnings, before anything is sent', async () => {
    shows(null);
    await openHarvest(ALL_WEIGHED);
    world.net.on(calls.submit, () => reply(calls.submit, harvest({ state: 'SUBMITTING' }), 'harvests'));
    await button('Submit').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('row', { name: /Report 100 g of waste 1 900 g/ })).toBeVisible();
    await expect.element(dialog.getByText('1 plant has a distributed weight.')).toBeVisible();
    expect(world.net.count('/harvests/7/submit')).toBe(0);
    await dialog.getByRole('button', { name: 'Submit harvest' }).click();
    await expect.poll(() => sent('/harvests/7/submit')).toEqual({ version: 3 });
  });

  it('isn’t offered where the preview says why not', async () => {
    shows('The harvest needs a drying location.');
    await openHarvest(ALL_WEIGHED);
    await button('Submit').click();
    await expect.element(page.getByText('The harvest needs a drying location.')).toBeVisible();
    await expect.element(button('Submit harvest')).toBeDisabled();
  });

  it('waits until every plant is weighed', async () => {
    await openHarvest();
    await expect.element(button('Submit')).toBeDisabled();
    await expect.element(page.getByText('1 plant has no weight yet.')).toBeVisible();
  });

  it('says how far it is, what was refused and why, and is tried again', async () => {
    shows(null);
    await openHarvest({
      state: 'SUBMITTING',
      weighedCount: 2,
      submission: { sent: 1, total: 2, waiting: 0, refused: 1, problem: null },
      harvestPlants: [
        weighed(1, '500', { state: 'SENT' }),
        weighed(2, '500', { state: 'REFUSED', problem: 'The plant is on hold.' }),
      ],
    });
    await expect.element(page.getByText('1 of 2 sent, 1 refused.', { exact: false })).toBeVisible();
    const refused = page.getByRole('list', { name: 'Refused' });
    await expect.element(refused.getByText(`Plant ${TAG(2)}`)).toBeVisible();
    await expect.element(refused.getByText('The plant is on hold.')).toBeVisible();
    await button('Try again').click();
    await expect.element(button('Submit again')).toBeEnabled();
  });
});

it('a harvest that doesn’t exist, or is no number, is not found', async () => {
  await openAt('/harvest/nothing', [harvests]);
  await expect.element(page.getByText('This harvest doesn’t exist, or you can’t see its license.')).toBeVisible();
});

it('the history is read once it is asked for', async () => {
  const audit = [
    {
      id: 1,
      at: '2026-03-02T18:00:00Z',
      by: 'Olive Marsh',
      action: 'Weighed a plant',
      changes: [{ field: 'Weight', before: '', after: '12.5 g' }],
    },
  ];
  await openHarvest({ audit });
  expect(world.net.sent.some(({ search }) => search.includes('includeAudit=true'))).toBe(false);
  await button('Show history').click();
  await expect.element(page.getByText('Weight: — → 12.5 g')).toBeVisible();
});
