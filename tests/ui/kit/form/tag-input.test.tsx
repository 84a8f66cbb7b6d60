import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { attempt } from '../../../../src/kit/form/attempt';
import { FormSheet } from '../../../../src/kit/form/FormSheet';
import { useActionForm } from '../../../../src/kit/form/useRecordForm';
import { Combobox, ungrouped } from '../../../../src/ui/Combobox';
import '../../../../src/ui/theme';

const A = '1A4060300002199000003445';
const B = '1A4FF0100000022000000101';

function TagForm({ onSave }: { onSave: (label: string) => void }) {
  const form = useActionForm(({ label }: { label: string; note: string }) => attempt(async () => onSave(label)), {
    values: { label: '', note: '' },
  });
  return (
    <FormSheet
      form={form}
      label="Package"
      save="Save"
      always
      fields={[
        { name: 'label', label: 'Tag', control: 'tag' },
        { name: 'note', label: 'Note' },
      ]}
    />
  );
}

it('a scan into a tag’s field goes on to the next one and never saves; another replaces it', async () => {
  const saved: string[] = [];
  render(<TagForm onSave={(label) => saved.push(label)} />);
  const [tag, note] = [page.getByLabelText('Tag'), page.getByLabelText('Note')];
  await expect.element(tag).not.toHaveAttribute('data-loading');
  for (const [scanned, end, read] of [
    [`]C1${A.toLowerCase()}`, '{Enter}', A],
    [B, '{Tab}', B],
    [`*${A}*`, '{Enter}', A],
  ] as const) {
    await tag.click();
    await userEvent.keyboard(scanned + end);
    await expect.element(note).toHaveFocus();
    await expect.element(tag).toHaveValue(read);
  }
  await tag.click();
  await userEvent.keyboard(`{End}${B}`);
  await expect.element(tag).toHaveValue(B);
  await expect.element(tag).toHaveFocus();
  expect(saved).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => saved).toEqual([B]);
});

function SkuBox({ onTake }: { onTake: (text: string) => void }) {
  const [text, setText] = useState('');
  const found = text.startsWith('BD') ? [{ name: 'Blue Dream' }] : [];
  return (
    <>
      <Combobox
        dropsDown="once"
        takesTab
        label="SKU"
        placeholder="SKU"
        text={text}
        onText={setText}
        groups={ungrouped(found)}
        idOf={({ name }) => name}
        onEnter={(typed) => {
          onTake(typed);
          setText('');
        }}
        onChoose={({ name }) => onTake(name)}
      >
        {({ name }) => name}
      </Combobox>
      <input aria-label="Quantity" />
    </>
  );
}

it('a SKU scanned with Tab is taken as with Enter, and Tab leaves an empty field', async () => {
  const taken: string[] = [];
  render(<SkuBox onTake={(text) => taken.push(text)} />);
  const sku = page.getByRole('combobox', { name: 'SKU' });
  await sku.click();
  await userEvent.keyboard('GG-1{Tab}BD{Tab}OG-2{Enter}');
  await expect.poll(() => taken).toEqual(['GG-1', 'Blue Dream', 'OG-2']);
  await expect.element(sku).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByLabelText('Quantity')).toHaveFocus();
});
