import { expect, test } from 'vitest';
import { drawPdf } from '../../../server/files/pdf-layout';
import type { Column } from '../../../server/files/pdf-paper';

const COLUMNS: readonly Column[] = [{ title: 'Product', share: 1 }];

function* endless(drawn: () => void) {
  for (;;) {
    drawn();
    yield ['Blue Dream'];
  }
}

test('drawing stops once the reader has left, in the middle of a table that never ends', async () => {
  const reader = new AbortController();
  let rows = 0;
  const pieces = drawPdf(
    { title: 'Menu', author: 'Emerald Farms' },
    [1],
    async (paper) => {
      await paper.table(
        COLUMNS,
        endless(() => {
          rows += 1;
          if (rows === 100) reader.abort();
        }),
      );
      return { footer: 'Menu' };
    },
    reader.signal,
  );
  await expect(
    (async () => {
      for await (const _piece of pieces);
    })(),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(rows).toBe(100);
});

test('no other part is begun once the reader has left', async () => {
  const reader = new AbortController();
  const begun: number[] = [];
  const pieces = drawPdf(
    { title: 'Orders', author: 'Emerald Farms' },
    [1, 2, 3],
    async (paper, part) => {
      begun.push(part);
      await paper.note('Order', String(part));
      if (part === 2) reader.abort();
      return { footer: 'Order' };
    },
    reader.signal,
  );
  await expect(
    (async () => {
      for await (const _piece of pieces);
    })(),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(begun).toEqual([1, 2]);
});
