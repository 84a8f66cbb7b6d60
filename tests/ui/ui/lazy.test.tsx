import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type LazyDialog, lazyDialog } from '../../../src/ui/lazy';
import { expectNoAxeFindings } from '../support/render';

type Props = { text: string; onClose: () => void };
const Loaded = ({ text }: Props) => <p>{text}</p>;

function Screen({ question }: { question: LazyDialog<Props> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div style={{ padding: 240 }}>
      <button type="button" onPointerEnter={question.prefetch} onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <question.Part text="It is here." onClose={() => setOpen(false)} />}
    </div>
  );
}

const open = (load: () => Promise<typeof Loaded>) => render(<Screen question={lazyDialog<Props>(load)} />);
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a lazy dialog', () => {
  it('isn’t fetched before the pointer or focus is near, and only once', async () => {
    const load = vi.fn(async () => Loaded);
    await open(load);
    expect(load).not.toHaveBeenCalled();
    await button('Open').hover();
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await button('Open').click();
    await expect.element(page.getByText('It is here.')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('says when it didn’t load, and works after a retry', async () => {
    let isLost = true;
    const { container } = await open(async () => {
      if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
      return Loaded;
    });
    await button('Open').click();
    await expect.element(page.getByRole('dialog', { name: 'This didn’t load' })).toBeVisible();
    await expectNoAxeFindings(container);
    isLost = false;
    await button('Try again').click();
    await expect.element(page.getByText('It is here.')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });

  it('that didn’t load can be closed, and opened again', async () => {
    await open(async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await button('Open').click();
    await button('Close').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await button('Open').click();
    await expect.element(page.getByRole('dialog', { name: 'This didn’t load' })).toBeVisible();
  });
});
