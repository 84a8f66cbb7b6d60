import { describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { columns, expectNoAxeFindings, memoryGrid, memoryPreferences } from '../../support/render';

const headers = () => [...document.querySelectorAll('[data-part=label]')].map((label) => label.textContent);
const cell = (name: string) => {
  const label = [...document.querySelectorAll('[data-part=label]')].find(({ textContent }) => textContent === name);
  if (!label) throw new Error(`No column ${name}`);
  return label.closest('[data-c]') as HTMLElement;
};

type Mouse = 'mousePressed' | 'mouseMoved' | 'mouseReleased';

/** The real mouse, at a fraction of a header's width; the test frame may be moved and scaled in its window. */
async function mouse(type: Mouse, name: string, share = 0.5): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = frame.width / innerWidth;
  const box = cell(name).getBoundingClientRect();
  const x = frame.left + (box.left + box.width * share) * scale;
  const y = frame.top + (box.top + box.height / 2) * scale;
  const held = type === 'mouseMoved' ? 1 : 0;
  await cdp().send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: held, clickCount: 1 });
}

async function drag(from: string, to: string, share: number): Promise<void> {
  await mouse('mousePressed', from);
  await mouse('mouseMoved', from, 0.6);
  await mouse('mouseMoved', to, share);
}

describe('a header that is dragged', () => {
  it('shows where its column would come, moves it there, and is there again after the grid is left', async () => {
    const preferences = memoryPreferences();
    const first = await memoryGrid({ preferences });
    await drag('Quantity', 'Buyer', 0.2);
    await expect.poll(() => cell('Buyer').dataset.drop).toBe('before');
    await expectNoAxeFindings(first.container);
    expect(headers()).toEqual(['Order', 'Buyer', 'Total', 'Quantity']);
    await mouse('mouseReleased', 'Buyer', 0.2);
    await expect.poll(headers).toEqual(['Order', 'Quantity', 'Buyer', 'Total']);
    expect(document.querySelector('[data-drop]')).toBeNull();
    await first.unmount();
    await memoryGrid({ preferences });
    expect(headers()).toEqual(['Order', 'Quantity', 'Buyer', 'Total']);
  });

  it('can be put last', async () => {
    await memoryGrid();
    await drag('Buyer', 'Quantity', 0.9);
    await expect.poll(() => cell('Quantity').dataset.drop).toBe('after');
    await mouse('mouseReleased', 'Quantity', 0.9);
    await expect.poll(headers).toEqual(['Order', 'Total', 'Quantity', 'Buyer']);
  });

  it('stays where it was after Esc, and is not sorted by when the button is let go', async () => {
    await memoryGrid();
    await drag('Total', 'Buyer', 0.2);
    await expect.poll(() => cell('Buyer').dataset.drop).toBe('before');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('[data-drop]')).toBeNull();
    await mouse('mouseReleased', 'Buyer', 0.2);
    expect(headers()).toEqual(['Order', 'Buyer', 'Total', 'Quantity']);
    for (const name of ['Buyer', 'Total']) expect(cell(name).getAttribute('aria-sort')).toBe('none');
  });

  it('keeps to its side: a pinned column stays pinned, and none gets among those that are', async () => {
    await memoryGrid({
      columns: columns.map((column) => ({ ...column, pinned: ['id', 'buyer'].includes(column.id) })),
    });
    await drag('Quantity', 'Order', 0.1);
    await expect.poll(() => cell('Total').dataset.drop).toBe('before');
    await mouse('mouseReleased', 'Order', 0.1);
    await expect.poll(headers).toEqual(['Order', 'Buyer', 'Quantity', 'Total']);
    await drag('Order', 'Total', 0.9);
    await expect.poll(() => cell('Buyer').dataset.drop).toBe('after');
    await mouse('mouseReleased', 'Total', 0.9);
    await expect.poll(headers).toEqual(['Buyer', 'Order', 'Quantity', 'Total']);
  });

  it('is sorted by when it was only clicked with an unsteady hand', async () => {
    await memoryGrid();
    await mouse('mousePressed', 'Total', 0.3);
    await mouse('mouseMoved', 'Total', 0.31);
    await mouse('mouseReleased', 'Total', 0.31);
    await expect.poll(() => cell('Total').getAttribute('aria-sort')).toBe('ascending');
    expect(headers()).toEqual(['Order', 'Buyer', 'Total', 'Quantity']);
  });

  it('can be moved by keyboard too', async () => {
    await memoryGrid();
    cell('Total').focus();
    await userEvent.keyboard('{F2}');
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await expect.poll(headers).toEqual(['Order', 'Total', 'Buyer', 'Quantity']);
  });
});
