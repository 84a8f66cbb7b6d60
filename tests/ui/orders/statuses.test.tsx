import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { OrderStatusSchema } from '../../../domain/orders/status';
import { PaymentStateSchema } from '../../../domain/orders/totals';
import { OrderStatusPill, PaymentPill } from '../../../src/resources/orders/OrderPills';
import '../../../src/ui/theme';

const shapes = (container: Element) =>
  [...container.querySelectorAll<HTMLElement>('[data-pill]')].map((pill) => {
    const { maskImage, width } = getComputedStyle(pill, '::before');
    expect(width).toBe('12px');
    return maskImage;
  });

it('each status of an order has a shape of its own', async () => {
  const { container } = await render(
    <p>
      {OrderStatusSchema.options.map((status) => (
        <OrderStatusPill key={status} status={status} />
      ))}
    </p>,
  );
  const drawn = shapes(container);
  expect(drawn.every((shape) => shape.startsWith('url('))).toBe(true);
  expect(new Set(drawn).size).toBe(OrderStatusSchema.options.length);
});

it('so has each state of its payment', async () => {
  const { container } = await render(
    <p>
      {([...PaymentStateSchema.options, null] as const).map((paymentState) => (
        <PaymentPill key={paymentState} order={{ status: 'SHIPPED', paymentState }} />
      ))}
      <PaymentPill order={{ status: 'CANCELLED', paymentState: null }} />
    </p>,
  );
  expect(new Set(shapes(container)).size).toBe(5);
  expect(container.textContent).toContain('On backorder');
});

it.each(['light', 'dark'])('a status keeps its edge on a selected row in %s', async (theme) => {
  const { container } = await render(
    <p data-theme={theme} style={{ background: 'var(--v-selected)' }}>
      <OrderStatusPill status="COMPLETE" />
    </p>,
  );
  const pill = container.querySelector('[data-pill]');
  expect(pill && getComputedStyle(pill).boxShadow).toContain('inset');
});
