import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { carts } from '../../../domain/carts/contract';
import type { FillLine, FillPreview } from '../../../domain/carts/fill-contract';
import { filledSkus } from '../../../domain/carts/filled';
import type { Substitute } from '../../../domain/carts/substitutes-contract';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { compare, formatUsd, sum } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { messageOf } from '../../providers/call/call-errors';
import { callKey, useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import { ErrorState, Skeleton } from '../../ui/states';
import css from './FillCart.module.css';
import { SubstituteList, type SubstituteListProps } from './substitutes/SubstituteList';

/** A line, and what its quantity came to before, where that is known. */
type Line = FillLine & { before?: string };
/** What is bought instead of a product, by its id. */
type Instead = ReadonlyMap<number, Substitute>;
export type Fill = Omit<FillPreview, 'lines' | 'others'> & { lines: readonly Line[]; others?: readonly number[] };

/** How many lines are left to correct, and how to come back to them. */
type LeftLines = { many: number; correct: () => void };

export type FillCartProps = {
  title: string;
  /** What would be put in the cart; undefined while it is asked for or nothing is wanted yet. */
  preview: Fill | undefined;
  /** Why there is no preview. */
  error?: unknown;
  onRetry?: () => unknown;
  /** It is being asked for. */
  isLoading: boolean;
  /** The preview is still that of what was wanted before. */
  isStale?: boolean;
  /** What the cart has is taken out first. */
  replaces?: boolean;
  /** Why nothing can be added while there is no preview. */
  waiting: string;
  /** Above the verdicts. */
  children?: ReactNode;
  /** Called when lines are sent. What it returns is told which SKUs the cart has then. */
  onAdd?: () => (skus: readonly string[]) => LeftLines;
  onClose: () => void;
};

type Sent = {
  lines: readonly Line[];
  instead: Instead;
  many: number;
  tell?: ReturnType<NonNullable<FillCartProps['onAdd']>> | undefined;
};

/** Puts lines in a cart once a verdict on each was seen; those that can't be ordered are left out. */
export function FillCart(props: FillCartProps) {
  const { title, preview, error, onRetry, isLoading, isStale = false, replaces = false } = props;
  const { waiting, children, onAdd, onClose } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { scope } = useSession();
  const { run } = useCall(carts.create, { showsErrors: true });
  const [chosen, setInstead] = useState<Instead>(new Map());
  const lines = preview?.lines.flatMap((line) => (line.problem === null && line.productId ? [line] : [])) ?? [];
  // One that the list has itself by now isn't added a second time.
  const named = new Set(lines.map(({ productId }) => productId));
  const gone = preview?.lines.flatMap(({ isGone, productId }) => (isGone && productId ? [productId] : [])) ?? [];
  const instead: Instead = new Map(
    [...chosen].filter(([id, { product }]) => gone.includes(id) && !named.has(product.id)),
  );
  const many = lines.length + instead.size;
  /** What is under way; the lines may be changed meanwhile. */
  const sent = useRef<Sent>({ lines: [], instead: new Map(), many: 0 });
  /** Each seller has a cart of its own; the list's comes last, whose answer is shown. */
  const fill = async ({ buyerCompanyId, buyerLicenseId, sellerCompanyId, others = [] }: Fill) => {
    const added = [...instead.values()].map(({ product, seller, quantity }) => ({
      sellerCompanyId: seller.id,
      item: { productId: product.id, quantity },
    }));
    const elsewhere = Map.groupBy(
      added.filter((one) => one.sellerCompanyId !== sellerCompanyId),
      (one) => one.sellerCompanyId,
    );
    const put = (seller: number, cartItems: { productId: number; quantity: string; knownQuantity?: string }[]) =>
      run({
        body: {
          orgId: scope?.orgId ?? 0,
          companyId: buyerCompanyId,
          buyerLicenseId,
          sellerCompanyId: seller,
          cartItems,
        },
      });
    const own = [
      // What the cart has afterwards, so that sending it twice adds it once.
      ...lines.map(({ productId, total, inCart }) => ({
        productId: productId ?? 0,
        quantity: total,
        knownQuantity: inCart,
      })),
      ...added.flatMap((one) => (one.sellerCompanyId === sellerCompanyId ? [one.item] : [])),
      ...(replaces
        ? others.flatMap((productId) =>
            added.some(({ item }) => item.productId === productId) ? [] : [{ productId, quantity: '0' }],
          )
        : []),
    ];
    const batches = [
      ...[...elsewhere].map(([seller, all]) => [seller, all.map(({ item }) => item)] as const),
      ...(own.length > 0 ? [[sellerCompanyId, own] as const] : []),
    ];
    const [first, ...rest] = batches;
    if (first === undefined) throw new Error('Nothing to add');
    let answer = await put(...first);
    for (const batch of rest) {
      if (!answer.ok) return answer;
      const { results } = answer.value;
      const next = await put(...batch);
      answer = next.ok ? { ok: true, value: { ...next.value, results: [...results, ...next.value.results] } } : next;
    }
    return answer;
  };
  return (
    <Confirm<Record<never, never>, CallOutput<typeof carts.create>>
      title={title}
      act={many > 0 ? `Add ${counted(many, 'product')} to cart` : 'Add to cart'}
      tone="primary"
      run={() => {
        sent.current = { lines: preview?.lines ?? [], instead, many, tell: onAdd?.() };
        return fill(preview as Fill);
      }}
      whyNot={
        preview === undefined
          ? waiting
          : isStale
            ? 'Checking what you changed…'
            : many === 0
              ? 'None of these products can be ordered right now.'
              : null
      }
      onDone={({ results }) => {
        const { lines, instead, many, tell } = sent.current;
        const refusals = results.filter(({ message }) => message !== null);
        const refused = refusals.length;
        const told = refusals.flatMap(({ product, message }) => (product ? [`${product.name}: ${message}.`] : []));
        const refusedIds = new Set(refusals.flatMap(({ product }) => (product ? [product.id] : [])));
        const boughtInstead = new Map([...instead].map(([id, { product }]) => [id, product.id]));
        const left = tell?.(filledSkus(lines, boughtInstead, refusedIds));
        const isLeft = left !== undefined && left.many > 0;
        void client.invalidateQueries({ queryKey: callKey(carts.list) });
        showSnack({
          status: refused > 0 ? 'error' : isLeft ? 'warning' : 'success',
          message: [
            refused === 0
              ? `${counted(many, 'product')} in your cart${isLeft ? '.' : ''}`
              : `${counted(refused, 'product')} couldn’t be added. Everything else is in your cart.`,
            ...told,
            ...(isLeft ? [`${counted(left.many, 'line')} left to correct.`] : []),
          ].join(' '),
          ...(isLeft && { action: { label: 'Correct', run: left.correct }, timeoutMs: null }),
        });
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
        {preview && (
          <Verdicts
            preview={preview}
            lines={lines}
            replaces={replaces}
            instead={instead}
            onInstead={(productId, substitute) => {
              const next = new Map(chosen);
              if (substitute) next.set(productId, substitute);
              else next.delete(productId);
              setInstead(next);
            }}
          />
        )}
      </div>
    </Confirm>
  );
}

type VerdictsProps = {
  preview: Fill;
  lines: readonly Line[];
  replaces: boolean;
  instead: Instead;
  /** Null takes the substitute out again. */
  onInstead: (productId: number, substitute: Substitute | null) => void;
};

function Verdicts({ preview, lines, replaces, instead, onInstead }: VerdictsProps) {
  const { lines: all, sellerName, sellerCompanyId, buyerLicenseId, others = [] } = preview;
  const stays = all.some(({ inCart }) => compare(inCart, 0) > 0) || others.length > 0;
  const total = sum([...lines.flatMap(({ after }) => after ?? []), ...[...instead.values()].map((one) => one.total)]);
  const many = lines.length + instead.size;
  return (
    <>
      {many > 0 && (
        <p>
          {counted(many, 'product')} of {all.length} will be added to your cart with {sellerName}, at today’s prices:{' '}
          <strong>{formatUsd(total)}</strong>.
          {stays && (replaces ? ' The products in the cart now are removed.' : ' The products in the cart now stay.')}
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
            {line.isGone && line.productId && (
              <Gone
                name={line.productName || line.sku}
                wanted={{ buyerLicenseId, sellerCompanyId, productId: line.productId, quantity: line.quantity }}
                chosen={instead.get(line.productId) ?? null}
                onChoose={(substitute) => onInstead(line.productId ?? 0, substitute)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

type GoneProps = {
  name: string;
  wanted: SubstituteListProps['wanted'];
  chosen: Substitute | null;
  onChoose: (substitute: Substitute | null) => void;
};

/** What is bought instead of a product that is gone, or can be. */
function Gone({ name, wanted, chosen, onChoose }: GoneProps) {
  const [isOpen, setOpen] = useState(false);
  if (chosen) {
    const { product, seller, quantity, total } = chosen;
    return (
      <span className={css.instead}>
        <span>
          Instead: {product.name}, {describeQuantity(quantity, product.sellInUnitOfMeasure)} from {seller.name},{' '}
          {formatUsd(total)}
        </span>
        <Button onClick={() => onChoose(null)}>
          Undo<span className="v-hidden"> the substitute for {name}</span>
        </Button>
      </span>
    );
  }
  return (
    <span className={css.instead}>
      <button type="button" className="v-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide substitutes' : 'See substitutes'}
        <span className="v-hidden"> for {name}</span>
      </button>
      {isOpen && <SubstituteList wanted={wanted} act="Use instead" onUse={onChoose} />}
    </span>
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
