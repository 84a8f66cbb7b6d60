import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { post, put } from '../../../../domain/contract/endpoint';
import { FormSheet } from '../../../../src/kit/form/FormSheet';
import { useRecordForm } from '../../../../src/kit/form/useRecordForm';
import { dataProviderOf } from '../../../../src/providers/data';
import { resourceOf } from '../../../../src/providers/refine/resource';
import { hasUnsaved } from '../../../../src/providers/unsaved';
import { lost, network, reply } from '../../support/platform';

const Zone = z.strictObject({ id: z.number(), name: z.string(), notes: z.string() });
const Draft = z.object({ orgId: z.number(), name: z.string().trim().min(1, 'Name is required'), notes: z.string() });
const requires = { kind: 'publicly' } as const;
const calls = {
  add: post('/zones', { summary: 'Add', body: Draft, returns: Zone, requires, audit: 'zone', idempotent: true }),
  change: put('/zones/:id', {
    summary: 'Change',
    params: z.object({ id: z.number() }),
    body: Draft.extend({ version: z.number() }),
    returns: Zone,
    requires,
    audit: 'zone',
  }),
};
const zones = resourceOf({ name: 'zones', create: calls.add, update: calls.change });
const scope = { orgId: 7, sellerCompanyId: null, buyerCompanyId: null, buyerLicenseId: null };
const FIELDS = [
  { name: 'name' as const, label: 'Name', required: true },
  { name: 'notes' as const, label: 'Notes', control: 'textarea' as const },
];

let net: ReturnType<typeof network>;
beforeEach(() => {
  net = network();
  sessionStorage.clear();
});

function ZoneForm({ id }: { id?: number }) {
  const [read, setRead] = useState({ version: 1, notes: '' });
  const form = useRecordForm(zones, {
    id,
    values: { name: id === undefined ? '' : 'North', notes: read.notes },
    ...(id === undefined ? {} : { version: read.version }),
  });
  return (
    <>
      <FormSheet form={form} label="Zone" save="Save" always fields={FIELDS} />
      <button type="button" onClick={() => setRead({ version: 2, notes: 'Theirs' })}>
        Read again
      </button>
    </>
  );
}

const shown = (id?: number) =>
  render(
    <Refine
      dataProvider={dataProviderOf(() => scope)}
      resources={[{ name: 'zones' }]}
      options={{
        disableTelemetry: true,
        reactQuery: { clientConfig: new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } }) },
      }}
    >
      <ZoneForm {...(id === undefined ? {} : { id })} />
    </Refine>,
  );
const field = (name: string) => page.getByLabelText(new RegExp(`^${name}`));
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

describe('the form of a record', () => {
  it('creates it through its resource, checked first, as one intent however often the answer is lost', async () => {
    net.on(calls.add, lost);
    await shown();
    await save();
    await expect.element(page.getByText('Name is required')).toBeVisible();
    expect(net.sent.length).toBe(0);
    await field('Name').fill('North');
    await save();
    await expect.element(page.getByText(/We can’t reach Verdant/)).toBeVisible();
    net.on(calls.add, () => reply(calls.add, { id: 1, name: 'North', notes: '' }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => hasUnsaved()).toBe(false);
    expect(net.sent.at(-1)?.body).toEqual({ orgId: 7, name: 'North', notes: '' });
    expect(new Set(net.sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('changes it from the version last read, which takes nothing away that was typed', async () => {
    await shown(4);
    await field('Name').fill('Far north');
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect.element(field('Notes')).toHaveValue('Theirs');
    await expect.element(field('Name')).toHaveValue('Far north');
    net.on(calls.change, () => reply(calls.change, { id: 4, name: 'Far north', notes: 'Theirs' }));
    await save();
    await expect
      .poll(() => net.sent.at(-1)?.body)
      .toEqual({
        orgId: 7,
        name: 'Far north',
        notes: 'Theirs',
        version: 2,
      });
    expect(net.sent.at(-1)?.path).toBe('/zones/4');
  });
});
