import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { carts } from '../../../domain/carts/contract';
import type { FillLine, FillPreview } from '../../../domain/carts/fill-contract';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { compare, formatUsd, sum } from '../../../domain/money';
import { describeQuantity } from '../../../domain/quantity';
import { Confirm } from '../../kit/form/Confirm';
import { messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { callKey, useCall } from '../../providers/use-call';
import { ErrorState, Skeleton } from '../../ui/states';
import css from './FillCart.module.css';

/** A line, and what its quantity came to before, where that is known. */
type Line = FillLine & { before?: string };
export type Fill = Omit<FillPreview, 'lines' | 'others'> & { lines: readonly Line[]; others?: readonly number[] };

export type FillCartProps = {
  title: string;
  /** What would be put in the cart; undefined while it is asked for or nothing is wanted yet. */
  preview: Fill | undefined;
  /** Why there is no preview. */
  error?: unknown;
  onRetry?: () => unknown;
  /** It is being asked for. */
  isLoading: boolean;
  /** What the cart has is taken out first. */
  replaces?: boolean;
  /** Why nothing can be added while there is no preview. */
  waiting: string;
  /** Above the verdicts. */
  children?: ReactNode;
  onClose: () => void;
};

/** Puts lines in a cart once a verdict on each was seen; those that can't be ordered are left out. */
export function FillCart(props: FillCartProps) {
  const { title, preview, error, onRetry, isLoading, replaces = false, waiting, children, onClose } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { scope } = useSession();
  const { run } = useCall(carts.create, { showsErrors: true });
  const lines = preview?.lines.flatMap((line) => (line.problem === null && line.productId ? [line] : [])) ?? [];
  const fill = ({ buyerCompanyId, buyerLicenseId, sellerCompanyId, others = [] }: Fill) =>
    run({
      body: {
        orgId: scope?.orgId ?? 0,
        companyId: buyerCompanyId,
        buyerLicenseId,
        sellerCompanyId,
        // What the cart has afterwards, so that sending it twice adds it once.
        cartItems: [
          ...lines.map(({ productId, total }) => ({ productId: productId ?? 0, quantity: total })),
          ...(replaces ? others.map((productId) => ({ productId, quantity: '0' })) : []),
        ],
      },
    });
  return (
    <Confirm<Record<never, never>, CallOutput<typeof carts.create>>
      title={title}
      act={lines.length > 0 ? `Add ${productsOf(lines.length)} to cart` : 'Add to cart'}
      tone="primary"
      run={() => fill(preview as Fill)}
      whyNot={preview === undefined ? waiting : lines.length === 0 ? 'Nothing of this can be ordered now.' : null}
      onDone={({ results }) => {
        const refused = results.filter(({ message }) => message !== null).length;
        void client.invalidateQueries({ queryKey: callKey(carts.list) });
        showSnack(
          refused === 0
            ? { status: 'success', message: `${productsOf(lines.length)} in your cart` }
            : {
                status: 'error',
                message: `${productsOf(refused)} couldn’t be added. Everything else is in your cart.`,
              },
        );
        void navigate('/marketplace/cart');
      }}
      onClose={onClose}
      width={680}
    >
      <div className={css.fill}>
        {children}
        {error !== undefined && error !== null && !preview && (
          <ErrorState message={messageOf(error)} {...(onRetry && { onRetry: () => void onRetry() })} />
        )}
        {isLoading && !preview && <Skeleton height="160px" />}
        {preview && <Verdicts preview={preview} lines={lines} replaces={replaces} />}
      </div>
    </Confirm>
  );
}

const productsOf = (count: number) => (count === 1 ? '1 product' : `${count} products`);

type VerdictsProps = { preview: Fill; lines: readonly Line[]; replaces: boolean };

function Verdicts({ preview: { lines: all, sellerName, others = [] }, lines, replaces }: VerdictsProps) {
  const stays = all.some(({ inCart }) => compare(inCart, 0) > 0) || others.length > 0;
  const total = sum(lines.flatMap(({ after }) => after ?? []));
  return (
    <>
      {lines.length > 0 && (
        <p>
          {productsOf(lines.length)} of {all.length} will be added to your cart with {sellerName}, at today’s prices:{' '}
          <strong>{formatUsd(total)}</strong>.
          {stays && (replaces ? ' What the cart has now is taken out.' : ' What the cart has already stays in it.')}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard */}
      <ul className={css.verdicts} tabIndex={0} aria-label="Products">
        {all.map((line) => (
          <li key={line.sku}>
            <span>
              {line.productName || line.sku}{' '}
              <span className="v-hint">
                {line.productName && `${line.sku} · `}
                {line.unitOfMeasure ? describeQuantity(line.quantity, line.unitOfMeasure) : line.quantity}
                {!replaces &&
                  compare(line.inCart, 0) > 0 &&
                  ` more, ${describeQuantity(line.total, line.unitOfMeasure)} in all`}
              </span>
            </span>
            <Verdict line={line} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Verdict({ line: { problem, before, after } }: { line: Line }) {
  if (problem !== null || after === null) return <span className={css.wrong}>{problem ?? 'Product not found'}</span>;
  if (before === undefined || compare(before, after) === 0) return <span>{formatUsd(after)}</span>;
  return (
    <span>
      <s>{formatUsd(before)}</s> → <strong>{formatUsd(after)}</strong>
    </span>
  );
}
