import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { get, page as pageOf, paging, post, search } from '../../../../domain/contract/endpoint';
import { choicesOf, LEAST_SEARCHED } from '../../../../src/kit/form/choices';
import { FormDrawer } from '../../../../src/kit/form/FormDrawer';
import type { FieldSpec } from '../../../../src/kit/form/fields';
import { useCallForm } from '../../../../src/kit/form/useRecordForm';
import { dataProviderOf } from '../../../../src/providers/data';
import { resourceOf } from '../../../../src/providers/refine/resource';
import { network, reply } from '../../support/platform';
import { expectNoAxeFindings } from '../../support/render';

const Route = z.strictObject({ id: z.number() });
let net: ReturnType<typeof network>;
beforeEach(() => {
  net = network();
  sessionStorage.clear();
});

const save = () => page.getByRole('button', { name: 'Save', exact: true });

const Choice = {
  depot: null as number | null,
  repIds: [] as number[],
  day: null as string | null,
  areas: [] as number[],
};
const options = Array.from({ length: 40 }, (_, index) => ({ value: index + 1, label: `Depot ${index + 1}` }));
const Body = z.object({
  depot: z.number('Choose a depot'),
  repIds: z.array(z.number()).min(1, 'Choose somebody'),
  day: z.string('Choose a day'),
  areas: z.array(z.number()),
});
const route = post('/depots', {
  summary: 'x',
  body: Body,
  returns: Route,
  requires: { kind: 'publicly' },
  audit: 'zone',
});

function RouteForm({ fields }: { fields: FieldSpec<typeof Choice>[] }) {
  const form = useCallForm<typeof route, typeof Choice>(route, { values: Choice });
  return <FormDrawer form={form} title="Route" save="Save" onClose={() => {}} fields={fields} />;
}

function Heavy() {
  return (
    <RouteForm
      fields={[
        { name: 'depot', label: 'Depot', control: 'lookup', options, required: true, hint: 'Where it starts.' },
        { name: 'repIds', label: 'Drivers', control: 'multi', options, required: true },
        { name: 'day', label: 'Day', control: 'date', required: true },
        {
          name: 'areas',
          label: 'Areas',
          control: 'multi',
          options: [{ value: 100, label: 'West', children: options }],
        },
      ]}
    />
  );
}

function Picking() {
  return (
    <RouteForm
      fields={[
        { name: 'repIds', label: 'Drivers', control: 'picks', options: options.slice(0, 3), required: true },
        { name: 'areas', label: 'Areas', control: 'checks', options: options.slice(0, 2), required: true },
      ]}
    />
  );
}

const Depot = z.strictObject({ id: z.number(), name: z.string(), closed: z.boolean() });
const finds = {
  all: search('/depots/search', {
    summary: 'x',
    body: z.object({
      orgId: z.number(),
      filters: z.object({ name: z.string().optional(), state: z.string().optional() }).default({}),
      ...paging(['name'], 'name'),
    }),
    returns: pageOf(Depot),
    requires: { kind: 'publicly' },
  }),
  matches: get('/depots/matches', {
    summary: 'x',
    query: z.object({ text: z.string().min(LEAST_SEARCHED) }),
    returns: z.array(Depot),
    requires: { kind: 'publicly' },
  }),
  drivers: get('/orgs/:orgId/drivers', {
    summary: 'x',
    params: z.object({ orgId: z.number() }),
    returns: z.array(Depot),
    requires: { kind: 'publicly' },
  }),
};
const depots = resourceOf({ name: 'depots', list: finds.all });
const matches = resourceOf({ name: 'depot-matches', list: finds.matches });
const drivers = resourceOf({ name: 'drivers', list: finds.drivers });
const optionOf = ({ id, name, closed }: z.output<typeof Depot>) => ({ value: id, label: name, disabled: closed });
const scope = { orgId: 7, sellerCompanyId: null, buyerCompanyId: null, buyerLicenseId: null };

function inRefine(form: ReactNode) {
  const clientConfig = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  return render(
    <Refine
      dataProvider={dataProviderOf(() => scope)}
      options={{ disableTelemetry: true, reactQuery: { clientConfig } }}
    >
      {form}
    </Refine>,
  );
}

function Searching() {
  const [found, setFound] = useState('');
  const source = choicesOf(depots, {
    search: 'name',
    filters: { state: 'CA' },
    sortBy: 'name',
    option: optionOf,
    chosen: [{ value: 99, label: 'The old depot' }],
    onFound: (rows, text) => setFound(`${rows.length} of “${text}”`),
  });
  const hint = found || 'Nothing read';
  return <RouteForm fields={[{ name: 'depot', label: 'Depot', control: 'lookup', source, hint }]} />;
}

const shownOptions = () =>
  [...document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')].map(
    ({ textContent }) => textContent,
  );

const shownChoice = () => document.querySelector('.ant-select-selection-item')?.textContent;

describe('the heavier controls', () => {
  it('have their label, hint and error, work by keyboard, and axe finds nothing', async () => {
    net.on(route, () => reply(route, { id: 1 }));
    const { container } = await render(<Heavy />);
    const depot = page.getByRole('combobox', { name: /^Depot/ });
    await expect.element(depot).toHaveAccessibleDescription('Where it starts.');
    await expect.element(depot).toHaveAttribute('aria-required', 'true');
    await expect.element(page.getByRole('textbox', { name: /^Day/ })).toBeVisible();
    await expectNoAxeFindings(container);
    await expect.element(depot).toHaveFocus();
    await save().click();
    await expect.element(page.getByText('Choose a depot')).toBeVisible();
    await expect.element(depot).toHaveAttribute('aria-invalid', 'true');
    await expect.element(depot).toHaveFocus();
    await expectNoAxeFindings(container);

    await userEvent.keyboard('depot 17');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('combobox', { name: /^Drivers/ }).click();
    await userEvent.keyboard('depot 3{Enter}');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Route' })).toBeVisible();
    await page.getByRole('textbox', { name: /^Day/ }).fill('03/14/2026');
    await userEvent.keyboard('{Enter}');
    await save().click();
    await expect.poll(() => net.sent.at(-1)?.body).toEqual({ depot: 17, repIds: [3], day: '2026-03-14', areas: [] });
  });

  it('mark a choice of several as required, typed or checked', async () => {
    const { container } = await render(<Picking />);
    await expect.element(page.getByRole('combobox', { name: 'Drivers' })).toHaveAttribute('aria-required', 'true');
    for (const name of ['Drivers', 'Areas']) {
      const group = page.getByRole('group', { name, exact: true });
      expect(group.element().querySelector('legend')?.textContent).toBe(`${name} *`);
    }
    await expectNoAxeFindings(container);
  });

  it('find the rows of a resource for what is typed, beside the choice the record has', async () => {
    net.on(finds.all, ({ body }) => {
      const { name = '' } = (body as { filters: { name?: string } }).filters;
      const all = ['East', 'West', 'Harbor'].map((one, index) => ({
        id: index + 1,
        name: one,
        closed: one === 'West',
      }));
      const results = all.filter((one) => one.name.toLowerCase().includes(name));
      return reply(finds.all, { results, resultCount: results.length, page: 0 });
    });
    net.on(route, () => reply(route, { id: 1 }));
    await inRefine(<Searching />);
    const box = page.getByRole('combobox', { name: 'Depot' });
    await expect.element(page.getByText('3 of “”')).toBeVisible();
    expect(net.sent.at(-1)?.body).toEqual({
      orgId: 7,
      filters: { state: 'CA' },
      page: 0,
      itemsPerPage: 25,
      sortBy: 'name',
      sortDesc: false,
    });
    await box.click();
    await expect.poll(shownOptions).toEqual(['East', 'West', 'Harbor', 'The old depot']);
    await box.fill('west');
    await expect.element(page.getByText('1 of “west”')).toBeVisible();
    expect(net.sent.at(-1)?.body).toMatchObject({ filters: { state: 'CA', name: 'west' } });
    await expect.poll(shownOptions).toEqual(['West']);
    await userEvent.keyboard('{Enter}');
    expect(shownChoice()).toBeUndefined();
    await box.fill('');
    await expect.poll(shownOptions).toEqual(['East', 'West', 'Harbor', 'The old depot']);
    await box.fill('harb');
    await expect.poll(shownOptions).toEqual(['Harbor']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownChoice).toBe('Harbor');
  });

  it('search a list that is read whole themselves', async () => {
    const rows = ['Ana', 'Ben'].map((name, index) => ({ id: index + 1, name, closed: false }));
    net.on(finds.drivers, () => reply(finds.drivers, rows));
    const source = choicesOf(drivers, { option: optionOf });
    await inRefine(<RouteForm fields={[{ name: 'repIds', label: 'Drivers', control: 'multi', source }]} />);
    const box = page.getByRole('combobox', { name: 'Drivers' });
    await box.click();
    await expect.poll(shownOptions).toEqual(['Ana', 'Ben']);
    await box.fill('be');
    await expect.poll(shownOptions).toEqual(['Ben']);
    expect(net.count('/orgs/7/drivers')).toBe(1);
  });

  it('say how much to type before they search, and that they are searching', async () => {
    let settle = (_: Response) => {};
    net.on(
      finds.matches,
      () =>
        new Promise((resolve) => {
          settle = resolve;
        }),
    );
    const source = choicesOf(matches, { search: 'text', least: LEAST_SEARCHED, option: optionOf });
    await inRefine(<RouteForm fields={[{ name: 'depot', label: 'Depot', control: 'lookup', source }]} />);
    const box = page.getByRole('combobox', { name: 'Depot' });
    await box.fill('d');
    await expect.element(page.getByText('Type at least 2 letters.')).toBeVisible();
    await box.fill('de');
    await expect.element(page.getByText('Loading…')).toBeVisible();
    await expect.poll(() => net.count('/depots/matches')).toBe(1);
    expect(net.sent.map(({ search: asked }) => asked)).toEqual(['text=de']);
    settle(reply(finds.matches, []));
    await expect.element(page.getByText('No matches')).toBeVisible();
  });

  it('take several of a tree, a branch with all under it', async () => {
    net.on(route, () => reply(route, { id: 1 }));
    await render(<Heavy />);
    await page.getByRole('combobox', { name: 'Areas' }).click();
    await page.getByText('West', { exact: true }).click();
    await page.getByRole('combobox', { name: /^Depot/ }).click();
    await userEvent.keyboard('depot 17{Enter}');
    await page.getByRole('combobox', { name: /^Drivers/ }).click();
    await userEvent.keyboard('depot 3{Enter}{Escape}');
    await page.getByRole('textbox', { name: /^Day/ }).fill('03/14/2026');
    await userEvent.keyboard('{Enter}');
    await save().click();
    await expect.poll(() => net.sent.at(-1)?.body).toMatchObject({ areas: options.map(({ value }) => value) });
  });
});
