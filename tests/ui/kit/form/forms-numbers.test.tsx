import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { post } from '../../../../domain/contract/endpoint';
import { PriceSchema, QuantitySchema } from '../../../../domain/money';
import { TYPED, typedAmount, typedCount } from '../../../../domain/typed';
import { FormDrawer } from '../../../../src/kit/form/FormDrawer';
import { useCallForm } from '../../../../src/kit/form/useRecordForm';
import { network, reply } from '../../support/platform';

const payment = post('/payments', {
  summary: 'x',
  body: z.object({
    amount: PriceSchema,
    quantity: QuantitySchema,
    days: z.number().int(),
    note: z.string().min(1, 'Note is required'),
  }),
  returns: z.strictObject({ id: z.number() }),
  requires: { kind: 'publicly' },
  audit: 'zone',
});

function Form() {
  const form = useCallForm<typeof payment, { amount: string; quantity: string; days: string; note: string }>(payment, {
    values: { amount: '2909.25', quantity: '1', days: '30', note: 'Check' },
    body: ({ amount, quantity, days, note }) => ({
      note,
      amount: typedAmount('money', amount),
      quantity: typedAmount('quantity', quantity),
      days: typedCount(days),
    }),
  });
  return (
    <FormDrawer
      form={form}
      title="Payment"
      save="Save"
      onClose={() => {}}
      fields={[
        { name: 'amount', label: 'Amount', control: 'money' },
        { name: 'quantity', label: 'Quantity', control: 'quantity' },
        { name: 'days', label: 'Days', control: 'whole' },
        { name: 'note', label: 'Note' },
      ]}
    />
  );
}

let net: ReturnType<typeof network>;
beforeEach(() => {
  net = network();
  sessionStorage.clear();
});

const field = (name: string) => page.getByRole('textbox', { name });

it.each([
  ['Amount', '$500', { amount: '500' }],
  ['Amount', '$1,234.50', { amount: '1234.5' }],
  ['Amount', ' 14.5 ', { amount: '14.5' }],
  ['Quantity', '1,000', { quantity: '1000' }],
  ['Days', ' 45', { days: 45 }],
])('%s typed as %o is sent as it is read', async (name, text, sent) => {
  net.on(payment, () => reply(payment, { id: 1 }));
  await render(<Form />);
  await field(name).fill(text);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => net.sent.at(-1)?.body).toMatchObject(sent);
  await expect.element(field(name)).toHaveValue(text);
});

it.each([
  ['Amount', '-5', 'Must be 0 or more'],
  ['Amount', '1e3', TYPED.money.needs],
  ['Amount', '14.999', 'Maximum 2 decimal places allowed'],
  ['Quantity', 'abc', TYPED.quantity.needs],
  ['Quantity', '-3', 'Must be 0 or more'],
  ['Days', '1.5', 'Must be a whole number'],
])('%s typed as %o stays as typed, says why and isn’t sent', async (name, text, problem) => {
  await render(<Form />);
  await field(name).fill(text);
  await userEvent.keyboard('{Enter}');
  await expect.element(field(name)).toHaveAccessibleDescription(problem);
  await expect.element(field(name)).toHaveValue(text);
  expect(net.sent).toEqual([]);
});

it('a number that can’t be read says so when it is left, and beside everything else that is wrong', async () => {
  await render(<Form />);
  await field('Amount').fill('abc');
  await userEvent.keyboard('{Tab}');
  await expect.element(field('Amount')).toHaveAccessibleDescription(TYPED.money.needs);
  await field('Note').fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Note')).toHaveAccessibleDescription('Note is required');
  await expect.element(field('Amount')).toHaveAccessibleDescription(TYPED.money.needs);
  await expect.element(field('Amount')).toHaveFocus();
  await field('Amount').fill('5');
  await expect.element(field('Amount')).toBeValid();
  expect(net.sent).toEqual([]);
});
