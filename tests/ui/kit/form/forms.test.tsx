// Over 350 lines: one small form, through all that forms of the kit promise.
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { post, put } from '../../../../domain/contract/endpoint';
import { ERROR_CODES } from '../../../../domain/errors';
import { FormDrawer } from '../../../../src/kit/form/FormDrawer';
import { FormSheet } from '../../../../src/kit/form/FormSheet';
import type { FieldSpec } from '../../../../src/kit/form/fields';
import { useCallForm } from '../../../../src/kit/form/useRecordForm';
import { hasUnsaved } from '../../../../src/providers/unsaved';
import { lost, network, refusal, reply, type Sent } from '../../support/platform';
import { expectNoAxeFindings } from '../../support/render';

const Zone = z.strictObject({ id: z.number(), name: z.string(), notes: z.string(), repIds: z.array(z.number()) });
type Zone = z.infer<typeof Zone>;
const requires = { kind: 'publicly' } as const;
const calls = {
  add: post('/zones', {
    summary: 'Add a zone',
    body: z.object({
      name: z.string().trim().min(1, 'Name is required'),
      notes: z.string(),
      token: z.string().optional(),
    }),
    returns: Zone,
    requires,
    audit: 'zone',
    idempotent: true,
  }),
  change: put('/zones/:id', {
    summary: 'Change a zone',
    params: z.object({ id: z.number() }),
    body: z.object({ name: z.string().min(1, 'Name is required'), notes: z.string(), version: z.number() }),
    returns: Zone,
    requires,
    audit: 'zone',
  }),
};
const zone = (of: Partial<Zone> = {}): Zone => ({ id: 1, name: 'North', notes: '', repIds: [], ...of });

type Values = { name: string; notes: string };
const fields: readonly FieldSpec<Values>[] = [
  { name: 'name', label: 'Name', required: true, hint: 'As drivers call it.' },
  { name: 'notes', label: 'Notes', control: 'textarea' },
];

let net: ReturnType<typeof network>;
beforeEach(() => {
  net = network();
  sessionStorage.clear();
});

const field = (name: string) => page.getByLabelText(new RegExp(`^${name}`));
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const keys = () => net.sent.map(({ headers }) => headers.get('Idempotency-Key'));
const fieldRefusal = (errors: Record<string, string>) =>
  Response.json(
    {
      userFriendlyMessage: 'Check what you entered',
      message: 'BAD_INPUT',
      internalCode: ERROR_CODES.BAD_INPUT,
      errorObject: null,
      errors,
    },
    { status: 400 },
  );

function AddZone({ onSaved }: { onSaved?: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <AddDrawer onSaved={() => (onSaved ?? (() => {}))()} onClose={() => setOpen(false)} />}
    </main>
  );
}

function AddDrawer({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const form = useCallForm<typeof calls.add, Values>(calls.add, { values: { name: '', notes: '' }, onSaved });
  return <FormDrawer form={form} title="Add a zone" save="Save" fields={fields} onClose={onClose} />;
}

function EditZone({ read, version }: { read: Zone; version: number }) {
  const form = useCallForm<typeof calls.change, Values>(calls.change, {
    params: { id: read.id },
    values: { name: read.name, notes: read.notes },
    version,
    refresh: () => {},
  });
  return <FormSheet form={form} label="Zone" save="Save" fields={fields} />;
}

function KeyForm() {
  const form = useCallForm<typeof calls.add, Values & { token: string }>(calls.add, {
    values: { name: '', notes: '', token: '' },
    secrets: ['token'],
  });
  const secret: FieldSpec<Values & { token: string }> = { name: 'token', label: 'Token', control: 'secret' };
  return <FormSheet form={form} label="Key" save="Save" fields={[...fields, secret] as never} />;
}

function EditStale() {
  const [version, setVersion] = useState(1);
  const form = useCallForm<typeof calls.change, Values>(calls.change, {
    params: { id: 1 },
    values: { name: 'North', notes: version === 1 ? '' : 'Theirs' },
    version,
    refresh: () => setVersion(2),
  });
  return <FormSheet form={form} label="Zone" save="Save" fields={fields} />;
}

describe('a form', () => {
  it('validates before sending, on the field, and focuses it', async () => {
    const { container } = await render(<AddZone />);
    await expect.element(field('Name')).toHaveFocus();
    await expectNoAxeFindings(container);
    await field('Notes').fill('Two docks');
    await save().click();
    await expect.element(page.getByText('Name is required')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Name')).toHaveAccessibleDescription(/As drivers call it.*Name is required/);
    await expectNoAxeFindings(container);
    expect(net.sent.length).toBe(0);
    await field('Name').fill('N');
    expect(page.getByText('Name is required').query()).toBe(null);
  });

  it('shows what no field says, however far below it stands', async () => {
    await page.viewport(360, 300);
    await render(<AddZone />);
    await field('Name').fill('South');
    net.on(calls.add, () => fieldRefusal({ features: 'Choose at least one permission' }));
    await save().click();
    await expect.element(page.getByText('Choose at least one permission')).toBeInViewport();
    await page.viewport(1280, 800);
  });

  it('puts the platform’s errors on their fields, focuses the first, and shows the rest once', async () => {
    net.on(calls.add, () => fieldRefusal({ notes: 'Too long', name: 'Taken', secretField: 'Nobody knows' }));
    await render(<AddZone />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(page.getByText('Taken')).toBeVisible();
    await expect.element(page.getByText('Too long')).toBeVisible();
    await expect.element(page.getByText('Nobody knows')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(field('Name')).toHaveValue('North');
  });

  it('is sent once however often it is pressed', async () => {
    let answer = (_: Response) => {};
    net.on(calls.add, () => new Promise<Response>((done) => (answer = done)));
    const onSaved = vi.fn();
    await render(<AddZone onSaved={onSaved} />);
    await field('Name').fill('North');
    await userEvent.dblClick(save());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => net.sent.length).toBe(1);
    answer(reply(calls.add, zone()));
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(net.sent.length).toBe(1);
  });

  it('keeps everything typed while offline, and retries as the same intent', async () => {
    net.on(calls.add, lost);
    const onSaved = vi.fn();
    await render(<AddZone onSaved={onSaved} />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(page.getByText(/We can’t reach Verdant/)).toBeVisible();
    await expect.element(field('Name')).toHaveValue('North');
    net.on(calls.add, () => reply(calls.add, zone()));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it('is a new intent once something else is typed, and after saving', async () => {
    net.on(calls.add, lost);
    await render(<AddZone />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(page.getByText(/We can’t reach Verdant/)).toBeVisible();
    const first = keys().at(-1);
    net.on(calls.add, () => reply(calls.add, zone()));
    await field('Name').fill('South');
    await save().click();
    await expect.poll(() => (net.sent.at(-1)?.body as Values | undefined)?.name).toBe('South');
    const second = keys().at(-1);
    expect(second).not.toBe(first);
    await expect.poll(() => hasUnsaved()).toBe(false);
    await save().click();
    await expect.poll(() => keys().at(-1)).not.toBe(second);
  });

  it('restores its input after a reload, with the unresolved intent, and lets it be discarded', async () => {
    net.on(calls.add, lost);
    const first = await render(<AddZone />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(page.getByText(/We can’t reach Verdant/)).toBeVisible();
    await first.unmount();

    net.on(calls.add, () => reply(calls.add, zone()));
    const second = await render(<AddZone />);
    await expect.element(field('Name')).toHaveValue('North');
    await expect.element(page.getByText('We kept what you typed earlier.')).toBeVisible();
    await save().click();
    await expect.poll(() => (net.sent.at(-1)?.body as Values | undefined)?.name).toBe('North');
    await expect.poll(() => hasUnsaved()).toBe(false);
    expect(new Set(keys()).size).toBe(1);
    await second.unmount();

    const third = await render(<AddZone />);
    await expect.element(field('Name')).toHaveValue('');
    await field('Name').fill('East');
    await third.unmount();
    await render(<AddZone />);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(field('Name')).toHaveValue('');
    expect(sessionStorage.length).toBe(0);
  });

  it('gives a discarded draft back, and sends it under the key it was sent with before', async () => {
    net.on(calls.add, lost);
    const first = await render(<AddZone />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(page.getByText(/We can’t reach Verdant/)).toBeVisible();
    await first.unmount();

    await render(<AddZone />);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(field('Name')).toHaveValue('');
    await expect.element(page.getByText('Draft discarded.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Name')).toHaveValue('North');
    await expect.element(page.getByRole('button', { name: 'Discard draft' })).toHaveFocus();
    net.on(calls.add, () => reply(calls.add, zone()));
    await save().click();
    await expect.poll(() => hasUnsaved()).toBe(false);
    expect(new Set(keys()).size).toBe(1);
  });

  it('no longer offers a discarded draft once something else is typed', async () => {
    const first = await render(<AddZone />);
    await field('Name').fill('North');
    await first.unmount();
    await render(<AddZone />);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(page.getByText('Draft discarded.')).toBeVisible();
    await field('Name').fill('East');
    await expect.element(page.getByText('Draft discarded.')).not.toBeInTheDocument();
    await field('Name').fill('');
    expect(page.getByText('Draft discarded.').query()).toBe(null);
  });

  it('never stores a secret beyond its page', async () => {
    net.on(calls.add, lost);
    await render(<KeyForm />);
    await field('Name').fill('North');
    await field('Token').fill('hush-hush');
    await save().click();
    await expect.element(page.getByText(/We can’t reach Verdant/)).toBeVisible();
    const kept = Object.values(sessionStorage).join();
    expect(kept).toContain('North');
    expect(kept).not.toContain('hush-hush');
  });

  it('asks before discarding input', async () => {
    await render(<AddZone />);
    await field('Name').fill('North');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(field('Name')).toHaveValue('North');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard and leave' }).click();
    expect(page.getByRole('dialog').query()).toBe(null);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(field('Name')).toHaveValue('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(page.getByRole('dialog').query()).toBe(null);
  });
});

describe('a record in an open form', () => {
  it('may be refetched: typed values stay, and untouched fields follow', async () => {
    const { rerender } = await render(<EditZone read={zone()} version={1} />);
    await field('Name').fill('Far north');
    await rerender(<EditZone read={zone({ notes: 'Call ahead' })} version={2} />);
    await expect.element(field('Notes')).toHaveValue('Call ahead');
    await expect.element(field('Name')).toHaveValue('Far north');
    expect(page.getByRole('alert').query()).toBe(null);
    net.on(calls.change, () => reply(calls.change, zone()));
    await save().click();
    await expect.poll(() => net.sent.at(-1)?.body).toEqual({ name: 'Far north', notes: 'Call ahead', version: 2 });
  });

  it('isn’t overwritten when someone else was first: the person resolves each field, mine or theirs', async () => {
    const { rerender, container } = await render(<EditZone read={zone()} version={1} />);
    await field('Name').fill('Far north');
    await field('Notes').fill('Mine');
    await rerender(<EditZone read={zone({ name: 'Northwest', notes: 'Theirs' })} version={2} />);
    await expect.element(page.getByText(/Someone else changed Name, Notes/)).toBeVisible();
    await expectNoAxeFindings(container);
    await field('Name').click();
    await userEvent.keyboard('{Enter}');
    expect(net.sent.length).toBe(0);
    await page.getByRole('button', { name: /^Keep mine\s+Name/ }).click();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    net.on(calls.change, () => reply(calls.change, zone()));
    await save().click();
    await expect.poll(() => net.sent.at(-1)?.body).toEqual({ name: 'Far north', notes: 'Theirs', version: 2 });
  });

  it('with a newer version on the platform is refetched, and saving again is enough', async () => {
    net.on(calls.change, ({ body }: Sent) =>
      (body as { version: number }).version === 1
        ? refusal(409, 'STALE', 'The zone was changed by someone else.')
        : reply(calls.change, zone()),
    );
    await render(<EditStale />);
    await field('Name').fill('Far north');
    await save().click();
    await expect.element(page.getByText(/Your changes are still here/)).toBeVisible();
    await expect.element(field('Notes')).toHaveValue('Theirs');
    await save().click();
    await expect.poll(() => net.sent.at(-1)?.body).toEqual({ name: 'Far north', notes: 'Theirs', version: 2 });
    await expect.poll(() => hasUnsaved()).toBe(false);
  });

  it('restored after a reload: someone else’s changes aren’t overwritten either', async () => {
    const first = await render(<EditZone read={zone()} version={1} />);
    await field('Name').fill('Far north');
    await first.unmount();
    await render(<EditZone read={zone({ name: 'Northwest' })} version={2} />);
    await expect.element(page.getByText(/Someone else changed Name/)).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Far north');
  });
});

function HiddenNotes() {
  const form = useCallForm(calls.add, { values: { name: '', notes: '' }, draft: false });
  const shown: FieldSpec<Values>[] = [
    { name: 'name', label: 'Name' },
    { name: 'notes', label: 'Notes', when: ({ name }) => name === 'Hidden no more' },
  ];
  return <FormSheet form={form} fields={shown} save="Save" always />;
}

describe('what is wrong in a field that doesn’t show', () => {
  it('is said with the field’s name, and on the field once it shows', async () => {
    net.on(calls.add, () => fieldRefusal({ notes: 'Notes are too long' }));
    const { container } = await render(<HiddenNotes />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(page.getByText('Notes: Notes are too long')).toBeVisible();
    await expectNoAxeFindings(container);
    await field('Name').fill('Hidden no more');
    await save().click();
    await expect.element(field('Notes')).toHaveFocus();
    await expect.element(page.getByText('Notes are too long', { exact: true })).toBeVisible();
    expect(page.getByText('Notes: Notes are too long').query()).toBeNull();
  });

  it('waits for what is wrong where one can see it', async () => {
    net.on(calls.add, () => fieldRefusal({ name: 'This name is taken', notes: 'Notes are too long' }));
    await render(<HiddenNotes />);
    await field('Name').fill('North');
    await save().click();
    await expect.element(field('Name')).toHaveFocus();
    expect(page.getByText('Notes: Notes are too long').query()).toBeNull();
  });
});
