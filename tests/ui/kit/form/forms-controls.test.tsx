import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { post } from '../../../../domain/contract/endpoint';
import { FormDrawer } from '../../../../src/kit/form/FormDrawer';
import type { FieldSpec } from '../../../../src/kit/form/fields';
import { useCallForm } from '../../../../src/kit/form/useRecordForm';
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

function Searching() {
  const [text, setText] = useState('');
  const found = text === 'none' ? [] : undefined;
  return (
    <RouteForm fields={[{ name: 'depot', label: 'Depot', control: 'lookup', options: found, onSearch: setText }]} />
  );
}

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

  it('say how much to type before they search, and that they are searching', async () => {
    await render(<Searching />);
    const box = page.getByRole('combobox', { name: 'Depot' });
    await box.fill('d');
    await expect.element(page.getByText('Type at least 2 letters.')).toBeVisible();
    await box.fill('de');
    await expect.element(page.getByText('Loading…')).toBeVisible();
    await box.fill('none');
    await expect.element(page.getByText('No matches')).toBeVisible();
  });
});
