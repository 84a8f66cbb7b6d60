import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { readTyped } from '../../../domain/typed';
import { Button } from '../../../src/ui/Button';
import { Dialog } from '../../../src/ui/Dialog';
import { Checkbox, Field, Select, TextInput } from '../../../src/ui/Field';
import { Menu, type MenuEntry } from '../../../src/ui/Menu';
import { MoneyInput } from '../../../src/ui/MoneyInput';
import { Pill } from '../../../src/ui/Pill';
import { QuantityInput, type QuantityInputProps } from '../../../src/ui/QuantityInput';
import { Tooltip } from '../../../src/ui/Tooltip';
import { expectNoAxeFindings } from '../support/render';

const press = (keys: string) => userEvent.keyboard(keys);

describe('a quantity', () => {
  const input = page.getByRole('textbox', { name: 'Quantity of Gelato' });
  const quantity = (given: Partial<QuantityInputProps> = {}) =>
    render(<QuantityInput value={4} label="Quantity of Gelato" onCheck={() => undefined} {...given} />);

  it('is checked once, after typing has paused', async () => {
    const onCheck = vi.fn();
    await quantity({ onCheck });
    await input.fill('1');
    await input.fill('12');
    expect(onCheck).not.toHaveBeenCalled();
    await expect.poll(() => onCheck.mock.calls).toEqual([[12]]);
  });

  it.each(['-4', '1e3', '1,5', 'abc'])('says that %o can’t be read, keeps it and checks nothing', async (text) => {
    const [onCheck, onUnreadable, onRemove] = [vi.fn(), vi.fn(), vi.fn()];
    await quantity({ onCheck, onUnreadable, onRemove });
    await input.fill(text);
    await press('{Tab}');
    await expect.element(input).toHaveValue(text);
    await expect.element(input).toBeInvalid();
    await expect.element(input).toHaveAccessibleDescription(readTyped('quantity', text).problem ?? '');
    expect(onUnreadable).toHaveBeenCalled();
    expect([...onCheck.mock.calls, ...onRemove.mock.calls]).toEqual([]);
  });

  it.each([
    ['1,000', 1000],
    [' 5 ', 5],
  ])('reads %o as %o and keeps it as typed', async (text, number) => {
    const onCheck = vi.fn();
    await quantity({ onCheck });
    await input.fill(text);
    await press('{Tab}');
    expect(onCheck.mock.calls).toEqual([[number]]);
    await expect.element(input).toHaveValue(text);
  });

  it('tells at once when there is no number any more', async () => {
    const onTyping = vi.fn();
    await quantity({ onTyping });
    await input.fill('');
    await input.fill('1e');
    await input.fill('1,0');
    await input.fill('1,000');
    expect(onTyping.mock.calls).toEqual([
      ['', null],
      ['1e', null],
      ['1,0', null],
      ['1,000', 1000],
    ]);
  });

  it('steps with its buttons and the arrow keys', async () => {
    const onCheck = vi.fn();
    await quantity({ onCheck });
    await page.getByRole('button', { name: 'More: Quantity of Gelato' }).click();
    await expect.element(input).toHaveValue('5');
    await input.click();
    await press('{ArrowDown}{ArrowDown}');
    await expect.element(input).toHaveValue('3');
    await expect.poll(() => onCheck.mock.lastCall).toEqual([3]);
  });

  it.each([
    ['pressed', (element: Element) => element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))],
    ['focused', (element: HTMLElement) => element.focus()],
  ])('is checked before something else is %s, which may count on it', async (_, turnTo) => {
    const onCheck = vi.fn();
    await quantity({ onCheck });
    await render(<Button>Review order</Button>);
    const [more, other] = ['More: Quantity of Gelato', 'Review order'].map(
      (name) => page.getByRole('button', { name }).element() as HTMLElement,
    );
    more?.click();
    turnTo(more as HTMLElement);
    expect(onCheck).not.toHaveBeenCalled();
    turnTo(other as HTMLElement);
    expect(onCheck.mock.calls).toEqual([[5]]);
  });

  it('asks for removal when left blank or at 0, or stepped down to 0', async () => {
    const onRemove = vi.fn();
    await quantity({ onRemove, value: 1 });
    await input.fill('');
    expect(onRemove).not.toHaveBeenCalled();
    await press('{Tab}');
    expect(onRemove).toHaveBeenCalledTimes(1);
    await input.fill('0');
    await press('{Enter}');
    expect(onRemove).toHaveBeenCalledTimes(2);
    await input.fill('1');
    await page.getByRole('button', { name: 'Less: Quantity of Gelato' }).click();
    expect(onRemove.mock.calls.length).toBeGreaterThan(2);
  });

  it('checks a blank and 0 on blur, where nothing can be removed', async () => {
    const onCheck = vi.fn();
    await quantity({ onCheck });
    await input.fill('');
    await press('{Tab}');
    await input.fill('0');
    await press('{Enter}');
    expect(onCheck.mock.calls).toEqual([[null], [0]]);
    await expect.element(input).toHaveValue('0');
  });

  it('keeps what is typed and shows its error below', async () => {
    await quantity({ error: 'Only 3 units available' });
    await expect.element(input).toHaveValue('4');
    await expect.element(input).toHaveAccessibleDescription('Only 3 units available');
    await expect.element(input).toBeInvalid();
  });
});

function Amount() {
  const [text, setText] = useState('');
  return <MoneyInput aria-label="Discount" value={text} onChange={setText} />;
}

it('an amount of money stays as typed', async () => {
  await render(<Amount />);
  await page.getByRole('textbox', { name: 'Discount' }).click();
  await press('$12.505x');
  await expect.element(page.getByRole('textbox', { name: 'Discount' })).toHaveValue('$12.505x');
});

it('a field connects its label, hint and error to its input', async () => {
  await render(
    <Field label="Email" hint="Where invoices go" error="Must be an address" required>
      <TextInput />
    </Field>,
  );
  const input = page.getByRole('textbox', { name: 'Email' });
  await expect.element(input).toHaveAccessibleDescription('Where invoices go Must be an address');
  await expect.element(input).toBeInvalid();
});

function Opener({ onClose = () => undefined }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Reject</Button>
      {open && (
        <Dialog title="Reject order" onClose={close} actions={<Button>Really</Button>}>
          Stock is released.
        </Dialog>
      )}
    </>
  );
}

/** A list whose first row goes while its dialog is still open, as when the live change arrives before the reply. */
function DeletedRow() {
  const [rows, setRows] = useState(['Gelato', 'Runtz']);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <Button>New product</Button>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <Button onClick={() => setAsked(name)}>Delete {name}</Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog title={`Delete ${asked}?`} onClose={() => setAsked(null)}>
          <Button onClick={() => setRows(rows.filter((row) => row !== asked))}>Really delete</Button>
        </Dialog>
      )}
    </>
  );
}

describe('a dialog', () => {
  it('traps focus and returns it when Esc closes it', async () => {
    await render(<Opener />);
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Reject order' })).toBeVisible();
    for (let step = 0; step < 4; step += 1) {
      await press('{Tab}');
      const { activeElement } = document;
      expect(activeElement === document.body || activeElement?.closest('dialog')).toBeTruthy();
    }
    await press('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Reject' })).toHaveFocus();
  });

  it.each([360, 1440])('breaks a title no line can hold, and can be closed at %s pixels', async (width) => {
    await page.viewport(width, 740);
    const onClose = vi.fn();
    await render(
      <Dialog title={'W'.repeat(196)} onClose={onClose}>
        What was asked
      </Dialog>,
    );
    const dialog = page.getByRole('dialog');
    const close = page.getByRole('button', { name: 'Close' });
    expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth);
    expect(close.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
    await expect.element(page.getByText('What was asked')).toBeInViewport();
    await close.click();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('returns focus next to a button that is gone by the time it closes', async () => {
    await render(<DeletedRow />);
    await page.getByRole('button', { name: 'Delete Gelato' }).click();
    await page.getByRole('button', { name: 'Really delete' }).click();
    await expect.element(page.getByRole('button', { name: 'Delete Gelato' })).not.toBeInTheDocument();
    await press('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Delete Runtz' })).toHaveFocus();
  });

  it('fills the screen below medium', async () => {
    await page.viewport(360, 740);
    await render(<Opener />);
    await page.getByRole('button', { name: 'Reject' }).click();
    const box = page.getByRole('dialog').element().getBoundingClientRect();
    expect([box.left, box.top, box.width, box.height]).toEqual([0, 0, 360, 740]);
  });
});

describe('a menu', () => {
  const entries = (chosen: (label: string) => void): MenuEntry[] => [
    { label: 'Accept', onSelect: () => chosen('Accept') },
    { label: 'Merge', disabled: true, note: 'Needs at least 2 orders', onSelect: () => chosen('Merge') },
    { label: 'Clone', onSelect: () => chosen('Clone') },
  ];

  it('opens, moves with wraparound and chooses by keyboard', async () => {
    const chosen = vi.fn();
    await render(<Menu label="More" entries={entries(chosen)} />);
    page.getByRole('button', { name: 'More' }).element().focus();
    await press('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Accept' })).toHaveFocus();
    await press('{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Clone' })).toHaveFocus();
    await press('{Enter}');
    expect(chosen.mock.calls).toEqual([['Clone']]);
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('says why an entry is disabled and does not run it', async () => {
    const chosen = vi.fn();
    await render(<Menu label="More" entries={entries(chosen)} />);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge Needs at least 2 orders' }).click({ force: true });
    expect(chosen).not.toHaveBeenCalled();
  });

  it('is closed by its own button', async () => {
    await render(<Menu label="More" entries={entries(() => undefined)} />);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  });
});

it('a tooltip shows on focus, describes its element and closes with Esc', async () => {
  await render(
    <Tooltip text="An admin can grant this">
      <Button>Edit lines</Button>
    </Tooltip>,
  );
  await press('{Tab}');
  const button = page.getByRole('button', { name: 'Edit lines' });
  await expect.element(button).toHaveFocus();
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  await expect.element(button).toHaveAccessibleDescription('An admin can grant this');
  await press('{Escape}');
  expect(document.querySelector(':popover-open')).toBeNull();
});

it.each(['light', 'dark'])('axe finds nothing in the controls in %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  const { container } = await render(
    <main>
      <Button>Clone</Button>
      <Button tone="primary">Accept</Button>
      <Button tone="danger">Reject</Button>
      <Button tone="quiet">Clear</Button>
      {(['neutral', 'info', 'positive', 'warning', 'negative'] as const).map((tone) => (
        <Pill key={tone} tone={tone}>
          {tone}
        </Pill>
      ))}
      <Field label="Payment" error="Choose how it is paid">
        <Select options={[{ value: '30', label: 'Net 30' }]} placeholder="Choose" />
      </Field>
      <Checkbox label="Show quantity" />
      <QuantityInput value={4} label="Quantity" onCheck={() => undefined} error="Must be whole units" hint="4 left" />
    </main>,
  );
  await expectNoAxeFindings(container);
  delete document.documentElement.dataset.theme;
});
