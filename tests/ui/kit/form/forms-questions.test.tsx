import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { QueryState } from '../../../../src/kit/form/QueryState';
import { Confirm } from '../../../../src/kit/form/questions/Confirm';
import { expectNoAxeFindings } from '../../support/render';

const field = (name: string) => page.getByLabelText(new RegExp(`^${name}`));

describe('a question', () => {
  it('requires its phrase to be typed, and shows a failure once, inside', async () => {
    const run = vi.fn(async () => ({ ok: false as const, error: new Error('no') }));
    const { container } = await render(
      <Confirm title="Delete North?" act="Delete zone" typed="North" run={run} onClose={() => {}}>
        <p>Its orders stay.</p>
      </Confirm>,
    );
    await expectNoAxeFindings(container);
    await page.getByRole('button', { name: 'Delete zone' }).click();
    await expect.element(page.getByText('Type “North” to confirm')).toBeVisible();
    expect(run).not.toHaveBeenCalled();
    await field('To confirm, type North').fill(' north');
    await page.getByRole('button', { name: 'Delete zone' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('An error occurred');
    expect(page.getByRole('alert').elements().length).toBe(1);
  });

  it('includes a reason, and closes on success', async () => {
    const run = vi.fn(async () => ({ ok: true as const, value: null }));
    const order: string[] = [];
    await render(
      <Confirm
        title="Hold orders?"
        act="Hold"
        values={{ reason: '' }}
        schema={z.object({ reason: z.string().min(1, 'Say why') })}
        fields={[{ name: 'reason', label: 'Reason', required: true }]}
        run={run}
        onDone={() => order.push('done')}
        onClose={() => order.push('closed')}
      >
        <p>Nothing ships meanwhile.</p>
      </Confirm>,
    );
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await expect.element(page.getByText('Say why')).toBeVisible();
    await field('Reason').fill('Late payment');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => order).toEqual(['done', 'closed']);
    expect(run.mock.calls[0]).toEqual([{ reason: 'Late payment' }, expect.any(String)]);
  });
});

it('a query shows loading, an error with retry, an empty state, or its data', async () => {
  const refetch = vi.fn();
  const shown = (query: { data: string[] | undefined; error: unknown }) => (
    <QueryState query={{ ...query, refetch }} skeleton={<p>Reading</p>} empty={{ title: 'No zones yet' }}>
      {(data) => <p>{data.join()}</p>}
    </QueryState>
  );
  const { rerender } = await render(shown({ data: undefined, error: null }));
  await expect.element(page.getByText('Reading')).toBeVisible();
  await rerender(shown({ data: undefined, error: new Error('x') }));
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(refetch).toHaveBeenCalledOnce();
  await rerender(shown({ data: [], error: null }));
  await expect.element(page.getByText('No zones yet')).toBeVisible();
  await rerender(shown({ data: ['North', 'South'], error: new Error('x') }));
  await expect.element(page.getByText('North,South')).toBeVisible();
});
