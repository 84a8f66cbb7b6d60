import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { harvests as calls, harvestLists } from '../../../domain/harvests/contract';
import { harvests } from '../../../src/resources/harvests';
import { license } from '../inventory/licenses';
import { both, openAt, world } from '../support/app';
import { reply } from '../support/platform';
import { growAt, grower, harvest, rowOf } from './harvest-world';
import '../../../src/ui/theme';

beforeEach(() => {
  world.features = { HARVESTS: both, HARVEST_DELETE: both };
});

const isAsked = (path: string) => world.net.count(path) > 0;
const harvestLink = page.getByRole('link', { name: 'Blue Dream 03/02/2026' });

describe('the license of the lists', () => {
  it('is asked for where several could be meant; until then nothing is read', async () => {
    growAt(grower(1), grower(2));
    await openAt('/harvest', [harvests]);
    await expect.element(page.getByText('Its harvests then appear here.')).toBeVisible();
    expect(isAsked('/harvests')).toBe(false);
    await expect.element(page.getByRole('button', { name: 'Begin harvest' })).toBeDisabled();
    await page.getByRole('combobox', { name: 'License' }).selectOptions('CA C11-0000002-LIC Site 2');
    await expect.element(harvestLink).toBeVisible();
    expect(new URLSearchParams(world.net.sent.find(({ path }) => path === '/harvests')?.search).get('licenseId')).toBe(
      '2',
    );
  });

  it('is kept in this browser', async () => {
    growAt(grower(1), grower(2));
    const first = await openAt('/harvest', [harvests]);
    await page.getByRole('combobox', { name: 'License' }).selectOptions('CA C11-0000002-LIC Site 2');
    await expect.element(harvestLink).toBeVisible();
    await first.unmount();
    await openAt('/harvest', [harvests]);
    await expect.element(page.getByRole('combobox', { name: 'License' })).toHaveValue('2');
  });

  it('is the only one that can grow', async () => {
    growAt(license(1), grower(2));
    await openAt('/harvest', [harvests]);
    await expect.element(harvestLink).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'License' })).toHaveValue('2');
  });

  it('is missing where the organization has none', async () => {
    growAt();
    await openAt('/harvest', [harvests]);
    await expect.element(page.getByText('No license yet')).toBeVisible();
    expect(isAsked('/harvests')).toBe(false);
  });
});

describe('the lists', () => {
  beforeEach(() => growAt(grower(1)));

  it('show how many plants are weighed, and find by name or strain', async () => {
    await openAt('/harvest', [harvests]);
    await expect.element(page.getByRole('gridcell', { name: '1 of 2' })).toBeVisible();
    await expect.element(page.getByRole('gridcell', { name: '1,000 g' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a harvest or strain' }).fill('kush');
    await expect.element(page.getByText('No harvests match these filters')).toBeVisible();
  });

  it('ask for those submitted, and for those finished by day', async () => {
    world.net.on(calls.list, ({ search }) =>
      reply(calls.list, [rowOf({ state: search.includes('submitted=true') ? 'SUBMITTED' : 'ACTIVE' })]),
    );
    await openAt('/harvest/submitted', [harvests]);
    await expect.element(harvestLink).toHaveAttribute('href', '/harvest/submitted/7');
    await page.getByRole('link', { name: 'Finished' }).click();
    await expect.element(page.getByText('No finished harvests')).toBeVisible();
    const asked = () =>
      new URLSearchParams(world.net.sent.findLast(({ path }) => path === '/harvests/finished')?.search);
    expect(asked().get('finishedStart')).toBeNull();
  });

  it('say why a submitted harvest can’t be edited or deleted', async () => {
    world.net.on(calls.list, () => reply(calls.list, [rowOf({ state: 'SUBMITTED' })]));
    await openAt('/harvest/submitted', [harvests]);
    await page.getByRole('button', { name: /^Actions/ }).click();
    await expect
      .element(page.getByText('Only a harvest that wasn’t submitted can be deleted.', { exact: false }))
      .toBeVisible();
  });

  it('say what went wrong, with a way to try again', async () => {
    world.net.on(calls.list, () => Response.json({}, { status: 500 }));
    await openAt('/harvest', [harvests]);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the form', () => {
  beforeEach(() => growAt(grower(1)));

  it('names the harvest by its strain and day, until somebody names it otherwise', async () => {
    world.net.on(calls.create, () => reply(calls.create, harvest(), 'harvests'));
    world.net.on(calls.get, () => reply(calls.get, harvest()));
    await openAt('/harvest?new', [harvests]);
    const form = page.getByRole('dialog', { name: 'Begin a harvest' });
    await form.getByLabelText('Harvest date', { exact: false }).fill('2026-03-02');
    await form.getByRole('combobox', { name: 'Strain' }).click();
    await userEvent.keyboard('Blue{Enter}');
    const name = form.getByRole('textbox', { name: 'Name' });
    await expect.element(name).toHaveValue('Blue Dream 03/02/2026');
    await form.getByLabelText('Harvest date', { exact: false }).fill('2026-03-03');
    await expect.element(name).toHaveValue('Blue Dream 03/03/2026');
    await name.fill('Room 4');
    await form.getByLabelText('Harvest date', { exact: false }).fill('2026-03-04');
    await expect.element(name).toHaveValue('Room 4');
    await form.getByRole('button', { name: 'Begin harvest' }).click();
    await expect.element(form.getByText('Choose a drying location').first()).toBeVisible();
    await form.getByRole('combobox', { name: 'Drying location' }).selectOptions('Drying room 2');
    await form.getByRole('button', { name: 'Begin harvest' }).click();
    await expect.element(page.getByRole('heading', { name: 'Blue Dream 03/02/2026', level: 1 })).toBeVisible();
    expect(world.net.sent.find(({ method, path }) => method === 'POST' && path === '/harvests')?.body).toEqual({
      licenseId: 1,
      name: 'Room 4',
      harvestDate: '2026-03-04',
      strainId: 4,
      dryingLocationId: 9,
      defaultUnitOfMeasureAbbreviation: 'g',
      harvestType: 'WholePlant',
    });
  });

  it('offers only locations for harvests, and says so where there is none', async () => {
    world.net.on(harvestLists.locations, () =>
      reply(harvestLists.locations, [{ id: 10, name: 'Vault', forHarvests: false, forPackages: true }]),
    );
    await openAt('/harvest?new', [harvests]);
    const form = page.getByRole('dialog', { name: 'Begin a harvest' });
    await expect
      .element(form.getByText('No location of this license is for harvests.', { exact: false }))
      .toBeVisible();
    await expect.element(form.getByRole('button', { name: 'Begin harvest' })).toBeDisabled();
  });

  it('never asks for license or strain of a harvest there is', async () => {
    world.net.on(calls.update, () => reply(calls.update, harvest({ name: 'Room 4', version: 4 }), 'harvests'));
    await openAt('/harvest?edit=7', [harvests]);
    const form = page.getByRole('dialog', { name: 'Edit Blue Dream 03/02/2026' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Room 4');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form).not.toBeInTheDocument();
    const sent = world.net.sent.find(({ method }) => method === 'PUT')?.body;
    expect(sent).toMatchObject({ name: 'Room 4', version: 3 });
    expect(sent).not.toHaveProperty('strainId');
    expect(sent).not.toHaveProperty('licenseId');
  });
});

it('who may only read is told why nothing can be begun', async () => {
  world.features = { HARVESTS: { read: true, write: false } };
  growAt(grower(1));
  await openAt('/harvest', [harvests]);
  await expect.element(harvestLink).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Begin harvest' })).toBeDisabled();
  await page.getByRole('button', { name: 'Why can’t I?' }).click();
  await expect.element(page.getByText(/write access to “Harvests”/)).toBeVisible();
});
