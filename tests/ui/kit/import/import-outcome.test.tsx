import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ImportOutcome } from '../../../../src/kit/import/ImportOutcome';
import '../../../../src/ui/theme';
import { expectNoAxeFindings } from '../../support/render';

const boxes = () =>
  ['Undo import', 'Import another file', 'Go to products'].map((name) =>
    [...document.querySelectorAll('button, a')]
      .find(({ textContent }) => textContent === name)
      ?.getBoundingClientRect(),
  );
const distinct = (values: (number | undefined)[]) => new Set(values.map((value) => Math.round(value ?? -1))).size;

const outcome = () =>
  render(
    <MemoryRouter>
      <main style={{ padding: 12 }}>
        <ImportOutcome
          says="Imported 12 products from products-of-the-season.csv, 3 skipped, 11/26/2026 6:12 PM."
          undo={{ run: async () => ({ ok: true, value: null }), effect: 'We remove the ones it added.' }}
          onAgain={() => {}}
          list={{ to: '/inventory/products', label: 'Go to products' }}
        >
          {null}
        </ImportOutcome>
      </main>
    </MemoryRouter>,
  );

it('what can be done with an import’s result is beside it, and on a phone below it, a line each', async () => {
  await page.viewport(1440, 900);
  const { container } = await outcome();
  expect(distinct(boxes().map((box) => box?.top))).toBe(1);
  await expectNoAxeFindings(container);
  await page.viewport(360, 740);
  expect(distinct(boxes().map((box) => box?.top))).toBe(3);
  expect(distinct(boxes().map((box) => box?.left))).toBe(1);
  expect(distinct(boxes().map((box) => box?.width))).toBe(1);
  expect(boxes()[0]?.width).toBeGreaterThan(300);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
