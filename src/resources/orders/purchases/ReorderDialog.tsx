import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { carts } from '../../../../domain/carts/contract';
import { reorders as calls } from '../../../../domain/carts/reorder-contract';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { compare, formatUsd } from '../../../../domain/money';
import { describeQuantity } from '../../../../domain/quantity';
import { Confirm } from '../../../kit/form/Confirm';
import { messageOf } from '../../../providers/call-errors';
import { useSession } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import { callKey, useCall, useCallQuery } from '../../../providers/use-call';
import { ErrorState, Skeleton } from '../../../ui/states';
import css from '../entry/entry.module.css';

type Preview = CallOutput<typeof calls.preview>;
type Line = Preview['lines'][number];

/** Puts an order's products in the cart again, once what differs from then is seen. */
export function ReorderDialog({ order, onClose }: { order: { id: number; orderNumber: string }; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { scope } = useSession();
  const input = { params: { orderId: order.id }, body: {} };
  const { data, error, refetch } = useCallQuery(calls.preview, input, { staleTime: 0, topics: ['carts', 'catalogue'] });
  const { run } = useCall(carts.create, { showsErrors: true });
  const lines = data?.lines.filter(({ problem }) => problem === null) ?? [];
  const reorder = (preview: Preview) =>
    run({
      body: {
        orgId: scope?.orgId ?? 0,
        companyId: preview.buyerCompanyId,
        buyerLicenseId: preview.buyerLicenseId,
        sellerCompanyId: preview.sellerCompanyId,
        // What the cart has afterwards, so that sending it twice adds it once.
        cartItems: lines.map(({ productId, total }) => ({ productId, quantity: total })),
      },
    });
  return (
    <Confirm<Record<never, never>, CallOutput<typeof carts.create>>
      title={`Order ${order.orderNumber} again`}
      act="Add to cart"
      tone="primary"
      run={() => reorder(data as Preview)}
      whyNot={whyNot(data, lines)}
      onDone={({ results }) => {
        const refused = results.filter(({ message }) => message !== null).length;
        void client.invalidateQueries({ queryKey: callKey(carts.list) });
        showSnack(
          refused === 0
            ? { status: 'success', message: `${productsOf(results.length)} in your cart` }
            : {
                status: 'error',
                message: `${productsOf(refused)} couldn’t be added. Everything else is in your cart.`,
              },
        );
        void navigate('/marketplace/cart');
      }}
      onClose={onClose}
      width={640}
    >
      <div className={css.customer}>
        {error && !data && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height="160px" />}
        {data && <Differences preview={data} count={lines.length} />}
      </div>
    </Confirm>
  );
}

const productsOf = (count: number) => (count === 1 ? '1 product' : `${count} products`);

function whyNot(preview: Preview | undefined, lines: readonly Line[]): string | null {
  if (preview === undefined) return 'Comparing with today’s menu and prices.';
  return lines.length === 0 ? 'Nothing of this order can be ordered now.' : null;
}

function Differences({ preview: { lines, sellerName }, count }: { preview: Preview; count: number }) {
  const isInCart = lines.some(({ inCart }) => compare(inCart, 0) > 0);
  return (
    <>
      <p>
        {productsOf(count)} of {lines.length} will be added to your cart with {sellerName}, at today’s prices.
        {isInCart && ' What the cart has already stays in it.'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard */}
      <ul className={css.verdicts} tabIndex={0} aria-label="Products">
        {lines.map((line) => (
          <li key={line.productId}>
            <span>
              {line.productName}{' '}
              <span className="v-hint">
                {line.unitOfMeasure && describeQuantity(line.quantity, line.unitOfMeasure)}
                {compare(line.inCart, 0) > 0 && ` more, ${describeQuantity(line.total, line.unitOfMeasure)} in all`}
              </span>
            </span>
            <Difference line={line} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Difference({ line: { problem, before, after } }: { line: Line }) {
  if (problem !== null || after === null) return <span className={css.wrong}>{problem ?? 'Product not found'}</span>;
  if (compare(before, after) === 0) return <span>{formatUsd(after)}</span>;
  return (
    <span>
      <s>{formatUsd(before)}</s> → <strong>{formatUsd(after)}</strong>
    </span>
  );
}
