import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { DataGrid } from '../../../../src/ui/grid';
import { columns, Frame, memoryGrid, memoryPreferences, orders } from '../../support/render';

const KEY = 'verdant.grid-sizes';
const rowsDrawn = () => document.querySelectorAll('[data-part=body] [role=row]').length;
const rowWidth = () => document.querySelector('[data-part=body] [role=row]')?.getBoundingClientRect().width ?? 0;
const innerOf = () => document.querySelector('[data-part=scroll]')?.clientWidth ?? 0;

/** A grid as its first render makes it, before the browser has laid anything out. */
function firstRender() {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  flushSync(() =>
    root.render(
      <Frame>
        <DataGrid
          id="orders"
          label="Orders"
          columns={columns}
          rows={orders(200)}
          rowId={({ id }) => id}
          preferences={memoryPreferences()}
        />
      </Frame>,
    ),
  );
}

const kept = () => JSON.parse(localStorage.getItem(KEY) ?? 'null');
const keep = (size: { width: number; height: number }, window = `${innerWidth} ${innerHeight}`) =>
  localStorage.setItem(KEY, JSON.stringify({ window, sizes: { orders: size } }));

it('a grid’s size is kept for its next first render', async () => {
  await memoryGrid({ rows: orders(200) });
  await expect.poll(() => kept()?.sizes.orders?.width).toBe(innerOf());
  expect(kept().window).toBe(`${innerWidth} ${innerHeight}`);
});

it('the first render draws the rows that fit in that size, and no more', () => {
  keep({ width: 900, height: 120 });
  firstRender();
  const few = rowsDrawn();
  expect(few).toBeGreaterThan(2);
  expect(few).toBeLessThan(20);
});

it.each([
  ['narrower', { width: 300 + 400, height: 200 }],
  ['wider', { width: 3000, height: 4000 }],
])('a size that is %s than the grid is now is mended before anybody sees it', async (_, size) => {
  keep(size);
  firstRender();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(rowWidth()).toBe(innerOf());
  await expect.poll(() => kept().sizes.orders.width).toBe(innerOf());
});

it('a size kept of another window isn’t used, nor one that is damaged', async () => {
  keep({ width: 900, height: 120 }, '1 1');
  firstRender();
  await expect.poll(rowWidth).toBe(innerOf());
  localStorage.setItem(KEY, 'no');
  firstRender();
  await expect.poll(rowWidth).toBe(innerOf());
});
