import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { bulkActs } from '../../../../domain/bulk/contract';
import { world } from '../../support/app';
import { refusal, reply } from '../../support/platform';
import { expectNoAxeFindings } from '../../support/render';
import { actOf, dialog, openZones, press } from './bulk-list';
import '../../../../src/ui/theme';

const done = actOf({ state: 'DONE', succeeded: 2, finished: '2026-01-05T10:01:00.000Z' });
const recent = dialog('Recent bulk actions');
const open = () => press('Recent bulk actions');

describe('recent bulk actions', () => {
  it('are found after they were dismissed, and undone from there', async () => {
    const { tell, container } = await openZones({ ...done, canUndo: true });
    await open();
    await expect.element(recent.getByText('2 zones closed.', { exact: false })).toBeVisible();
    await expectNoAxeFindings(container);
    world.net.on(bulkActs.undo, () => {
      tell(actOf({ id: 8, undoes: 7 }));
      return reply(bulkActs.undo, { id: 8, total: 2 });
    });
    await press('Undo: Close 2 zones');
    await expect.element(dialog('Undo: Close 2 zones')).toBeVisible();
    tell(actOf({ id: 8, undoes: 7, state: 'DONE', succeeded: 2 }));
    tell(done);
    await press('Done');
    await open();
    await expect.element(recent.getByText('Undone.', { exact: false })).toBeVisible();
    await expect.element(recent.getByText('Undo: Close 2 zones', { exact: true })).toBeVisible();
    expect(recent.getByRole('button', { name: 'Undo: Close 2 zones', exact: true }).elements()).toHaveLength(0);
  });

  it('are asked for by the list’s own call, and show their result by record', async () => {
    const rows = {
      results: [{ id: 3, label: 'South coast', ok: false, message: 'It has open deliveries.' }],
      resultCount: 1,
      page: 0,
    };
    await openZones({ ...done, succeeded: 1, failed: 1, rows });
    await open();
    await press('Show: Close 2 zones');
    await expect.element(page.getByText('It has open deliveries.', { exact: false })).toBeVisible();
    const asked = world.net.sent.filter(({ path }) => path === '/bulk-acts');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ search }) => new URLSearchParams(search).get('path') === '/zones/bulk')).toBe(true);
  });

  it('say when there are none', async () => {
    await openZones();
    await open();
    await expect.element(recent.getByText(/^None yet/)).toBeVisible();
    await recent.getByRole('button', { name: 'Done' }).click();
    await expect.element(recent).not.toBeInTheDocument();
  });

  it('offer the files an action made', async () => {
    const files = [
      { number: 1, name: 'zones_1.pdf', total: 1_000, bytes: 4_210_000 },
      { number: 2, name: 'zones_2.pdf', total: 1, bytes: 4_000 },
    ];
    await openZones({ ...done, files });
    await open();
    await press('Show: Close 2 zones');
    const list = page.getByRole('list', { name: 'Files' });
    await expect.element(list.getByText('1,000 zones, 4.2 MB')).toBeVisible();
    await expect.element(list.getByText('1 zone, 4 kB')).toBeVisible();
    world.net.on(bulkActs.file, () => refusal(404, 'NOT_FOUND', 'File not found'));
    await list.getByRole('button', { name: 'zones_2.pdf' }).click();
    await expect.element(page.getByText('File not found')).toBeVisible();
  });
});
