import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bulkActs } from '../../../../domain/bulk/contract';
import { ERROR_CODES } from '../../../../domain/errors';
import { world } from '../../support/app';
import { lost, refusal, reply } from '../../support/platform';
import { expectNoAxeFindings } from '../../support/render';
import { actOf, begun, choose, dialog, openZones, press, select, zoneBulkCall } from './bulk-list';
import '../../../../src/ui/theme';

const color = page.getByRole('textbox', { name: 'Color' });
const refused = {
  results: [{ id: 3, label: 'South coast', ok: false, message: 'It has open deliveries.' }],
  resultCount: 1,
  page: 0,
};
const line = (text: string) => page.getByText(text, { exact: true });

const says = (name: string, text: string) =>
  expect.element(dialog(name).getByText(text, { exact: true })).toBeVisible();

describe('a bulk action', () => {
  it('says what it will do, runs on eligible rows, and shows progress until dismissed', async () => {
    const { tell } = await openZones();
    await select('North coast', 'Valley', 'South coast');
    await choose(/^Close 2/);
    await says('Close 2 zones', '2 zones will be closed.');
    await says('Close 2 zones', '1 zone not eligible and won’t change.');
    expect(begun()).toHaveLength(0);
    await press('Close 2 zones');
    await expect.element(page.getByRole('progressbar', { name: 'Zones done' })).toBeVisible();
    expect(begun()[0]?.body).toEqual({
      orgId: 1,
      companyId: 10,
      selection: { ids: [1, 3] },
      act: { name: 'setOpen', isOpen: false },
    });
    expect(begun()[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    tell(actOf({ state: 'DONE', succeeded: 2 }));
    await says('Close 2 zones', '2 zones closed.');
    await press('Done');
    await expect.element(dialog('Close 2 zones')).not.toBeInTheDocument();
    expect(line('2 zones closed.').elements()).toHaveLength(0);
    expect(page.getByRole('toolbar', { name: 'Selection' }).elements()).toHaveLength(0);
  });

  it('keeps its question and what was typed when the window becomes narrow', async () => {
    await openZones();
    await select('North coast');
    await choose(/^Color 1/);
    await color.fill('#123456');
    await page.viewport(360, 740);
    await expect.element(color).toHaveValue('#123456');
    await page.viewport(1280, 800);
    await expect.element(color).toHaveValue('#123456');
  });

  it('doesn’t start when cancelled', async () => {
    await openZones();
    await select('North coast');
    await choose(/^Close 1/);
    await press('Cancel');
    await expect.element(dialog('Close 1 zone')).not.toBeInTheDocument();
    expect(begun()).toHaveLength(0);
    await expect.element(page.getByRole('toolbar').getByText('1 selected')).toBeVisible();
  });

  it('that this person may not start says so, and doesn’t', async () => {
    await openZones();
    await select('North coast');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const merge = page.getByRole('menuitem', { name: /^Merge 1/ });
    await expect.element(merge).toHaveAttribute('aria-disabled', 'true');
    await expect.element(merge.getByText(/^You need write access/)).toBeVisible();
    await merge.click({ force: true });
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });

  it('lost on the way is retried as the same one', async () => {
    await openZones();
    let tries = 0;
    world.net.on(zoneBulkCall, () => (++tries === 1 ? lost() : reply(zoneBulkCall, { id: 7, total: 1 })));
    await select('North coast');
    await choose(/^Close 1/);
    await press('Close 1 zone');
    await press('Try again');
    await expect.poll(() => begun().map(({ headers }) => headers.get('Idempotency-Key'))).toHaveLength(2);
    expect(new Set(begun().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });
});

describe('a bulk action with input', () => {
  it('asks for it before the review, and does nothing without it', async () => {
    const { container } = await openZones();
    await select('North coast', 'Valley');
    await choose('Color 2…');
    await press('Review');
    await expect.element(page.getByRole('alert').getByText('Say which color')).toBeVisible();
    await expect.element(color).toHaveFocus();
    await expectNoAxeFindings(container);
    await color.fill('green');
    await userEvent.keyboard('{Enter}');
    await says('Color 2 zones', '2 zones will be colored green.');
    expect(begun()).toHaveLength(0);
    await expectNoAxeFindings(container);
    await press('Color 2 zones');
    await expect
      .poll(() => begun()[0]?.body)
      .toMatchObject({
        selection: { ids: [1, 2] },
        act: { name: 'setColor', color: 'green' },
      });
  });

  it('keeps the input on the way back', async () => {
    await openZones();
    await select('Valley');
    await choose('Color 1…');
    await color.fill('blue');
    await press('Review');
    await press('Back');
    await expect.element(color).toHaveValue('blue');
    await color.fill('red');
    await press('Review');
    await says('Color 1 zone', '1 zone will be colored red.');
  });

  it('shows the platform’s errors on their fields, keeping the input', async () => {
    await openZones();
    world.net.on(zoneBulkCall, () =>
      Response.json(
        {
          userFriendlyMessage: 'Look at the fields',
          message: 'BAD_INPUT',
          internalCode: ERROR_CODES.BAD_INPUT,
          errorObject: null,
          errors: { 'act.color': 'There is no such color' },
        },
        { status: 400 },
      ),
    );
    await select('Valley');
    await choose('Color 1…');
    await color.fill('blurple');
    await press('Review');
    await press('Color 1 zone');
    await expect.element(page.getByRole('alert').getByText('There is no such color')).toBeVisible();
    await expect.element(color).toHaveValue('blurple');
    await expect.element(color).toHaveFocus();
  });

  it('stays in the review when the platform refuses all of it', async () => {
    await openZones();
    world.net.on(zoneBulkCall, () => refusal(403, 'FORBIDDEN', 'You can no longer change zones.'));
    await select('Valley');
    await choose('Color 1…');
    await color.fill('blue');
    await press('Review');
    await press('Color 1 zone');
    await expect.element(page.getByText('You can no longer change zones.')).toBeVisible();
    await press('Back');
    await expect.element(color).toHaveValue('blue');
  });
});

describe('a bulk action’s result', () => {
  it('lists the refused rows, each with its reason', async () => {
    const { tell, container } = await openZones();
    await select('North coast', 'South coast');
    await choose(/^Close 2/);
    await press('Close 2 zones');
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    tell(actOf({ state: 'DONE', succeeded: 1, failed: 1, rows: refused }));
    await says('Close 2 zones', '1 of 2 zones closed.');
    await expect
      .element(page.getByRole('dialog').getByRole('listitem'))
      .toHaveTextContent('South coast It has open deliveries.');
    await expectNoAxeFindings(container);
  });

  it('can be stopped, and completed changes stay', async () => {
    const { tell } = await openZones();
    world.net.on(bulkActs.stop, () => {
      const { rows: _, ...stopped } = actOf({ state: 'STOPPED', succeeded: 1, finished: '2026-01-05T10:01:00.000Z' });
      tell({ ...stopped, rows: { results: [], resultCount: 0, page: 0 } });
      return reply(bulkActs.stop, stopped);
    });
    await select('North coast', 'South coast');
    await choose(/^Close 2/);
    await press('Close 2 zones');
    await press('Stop');
    await says('Close 2 zones', '1 of 2 zones closed. You stopped the rest.');
  });

  it('stays dismissed though the list of recent ones, read before it ended, still calls it running', async () => {
    const { tell } = await openZones();
    const { rows: _, files: __, ...running } = actOf();
    world.net.on(bulkActs.list, () => reply(bulkActs.list, [running]));
    await select('North coast', 'South coast');
    await choose(/^Close 2/);
    await press('Close 2 zones');
    tell(actOf({ state: 'DONE', succeeded: 2 }));
    await says('Close 2 zones', '2 zones closed.');
    await press('Done');
    await expect.element(dialog('Close 2 zones')).not.toBeInTheDocument();
    await select('North coast');
    await expect.element(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible();
    expect(line('2 zones closed.').elements()).toHaveLength(0);
  });

  it('waits in a line above the list until dismissed, if the person continues meanwhile', async () => {
    const { tell } = await openZones();
    await select('North coast', 'South coast');
    await choose(/^Close 2/);
    await press('Close 2 zones');
    await press('Run in background');
    await expect.element(line('Close 2 zones…')).toBeVisible();
    tell(actOf({ state: 'DONE', succeeded: 2 }));
    await expect.element(line('2 zones closed.')).toBeVisible();
    await press('Close: Close 2 zones');
    await expect.element(line('2 zones closed.')).not.toBeInTheDocument();
  });
});

describe('a bulk action started before a reload, or in another tab', () => {
  it('is shown again, without a dialog, and then its result', async () => {
    const { tell, container } = await openZones(actOf());
    await expect.element(line('Close 2 zones…')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
    await expectNoAxeFindings(container);
    tell(actOf({ state: 'DONE', succeeded: 1, failed: 1, rows: refused }));
    await expect.element(line('1 of 2 zones closed.')).toBeVisible();
    await press('Show');
    await expect.element(page.getByRole('dialog').getByRole('listitem')).toBeVisible();
    await press('Done');
    await expect.element(line('1 of 2 zones closed.')).not.toBeInTheDocument();
  });

  it('is shown if it ended while the page was closed, and not again once dismissed', async () => {
    const first = await openZones(actOf());
    await expect.element(line('Close 2 zones…')).toBeVisible();
    await first.unmount();
    const done = actOf({ state: 'DONE', succeeded: 2 });
    const second = await openZones(done);
    await expect.element(line('2 zones closed.')).toBeVisible();
    await press('Close: Close 2 zones');
    await second.unmount();
    await openZones(done);
    await expect.element(page.getByRole('grid', { name: 'Zones' })).toBeVisible();
    expect(line('2 zones closed.').elements()).toHaveLength(0);
  });

  it('is dismissed here when dismissed in another tab', async () => {
    await openZones(actOf());
    await expect.element(line('Close 2 zones…')).toBeVisible();
    localStorage.removeItem('verdant.bulk-acts');
    dispatchEvent(new StorageEvent('storage', { key: 'verdant.bulk-acts' }));
    await expect.element(line('Close 2 zones…')).not.toBeInTheDocument();
  });

  it('isn’t shown if it is over, or belongs to another list', async () => {
    await openZones(
      actOf({ state: 'DONE', succeeded: 2 }),
      actOf({ id: 8, path: '/customers/bulk', entity: 'customer' }),
    );
    await expect.element(page.getByRole('grid', { name: 'Zones' })).toBeVisible();
    await expect.poll(() => world.net.count('/bulk-acts')).toBeGreaterThan(0);
    expect(page.getByRole('button', { name: 'Show' }).elements()).toHaveLength(0);
  });
});

describe('undoing a bulk action', () => {
  const done = actOf({ state: 'DONE', succeeded: 2, canUndo: true });
  const undone = (more: Parameters<typeof actOf>[0]) => actOf({ id: 8, undoes: 7, ...more });
  const note = { id: 1, label: 'North coast', ok: true, message: 'It keeps its new name.' };

  it('from its result follows the undo, with what there is to say of its rows', async () => {
    const { tell, container } = await openZones();
    world.net.on(bulkActs.undo, () => {
      tell(undone({}));
      return reply(bulkActs.undo, { id: 8, total: 2 });
    });
    await select('North coast', 'South coast');
    await choose(/^Close 2/);
    await press('Close 2 zones');
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    tell(done);
    await press('Undo');
    await expect.element(dialog('Undo: Close 2 zones')).toBeVisible();
    const rows = { results: [...refused.results, note], resultCount: 2, page: 0 };
    tell(undone({ state: 'DONE', succeeded: 1, failed: 1, rows }));
    await says('Undo: Close 2 zones', 'Undone for 1 of 2 zones.');
    await says('Undo: Close 2 zones', '1 zone not changed:');
    await expect.element(page.getByText('It keeps its new name.', { exact: false })).toBeVisible();
    await expectNoAxeFindings(container);
    await press('Done');
    expect(line('2 zones closed.').elements()).toHaveLength(0);
  });

  it('from its line is sent once with its key, and says when it is refused', async () => {
    const { tell } = await openZones(actOf());
    world.net.on(bulkActs.undo, () => refusal(409, 'CONFLICT', 'This is already undone.'));
    await expect.element(line('Close 2 zones…')).toBeVisible();
    expect(page.getByRole('button', { name: 'Undo: Close 2 zones' }).elements()).toHaveLength(0);
    tell(done);
    await press('Undo: Close 2 zones');
    await expect.element(page.getByText('This is already undone.')).toBeVisible();
    await expect.element(line('2 zones closed.')).toBeVisible();
    expect(world.net.sent.find(({ path }) => path.endsWith('/undo'))?.headers.get('Idempotency-Key')).toBeTruthy();
  });
});
