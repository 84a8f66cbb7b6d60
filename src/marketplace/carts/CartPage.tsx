import { lazy, Suspense } from 'react';
import { MarketLink } from '../../kit/links/MarketLink';
import { messageOf } from '../../providers/call/call-errors';
import { PageFrame } from '../../ui/PageFrame';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import css from '../marketplace.module.css';
import { useLinkedCart } from './cart-link';
import { useBuyer, useCarts } from './carts';
import { CartContent } from './page/CartContent';

/** Few buyers keep any. */
const StandingLists = lazy(async () => ({ default: (await import('./page/StandingLists')).StandingLists }));

/** The buyer's carts and checkout. */
export default function CartPage() {
  const buyer = useBuyer();
  const carts = useCarts();
  useLinkedCart(buyer, carts.data);
  return (
    <PageFrame
      title="Cart"
      breadcrumbs={[{ label: 'Marketplace', to: '/marketplace' }]}
      busy={carts.isFetching && !carts.isPending}
    >
      {buyer === null && (
        <EmptyState
          icon="building"
          title="Your organization has no buyer company yet"
          hint="You need one to fill a cart. Someone who manages your organization can add it."
          action={<MarketLink>Browse the marketplace</MarketLink>}
        />
      )}
      {buyer !== null && carts.isPending && (
        <div className={css.menuSkeleton} aria-hidden="true">
          <Skeleton height="32px" width="220px" />
          <Skeleton height="160px" />
          <Skeleton height="160px" />
        </div>
      )}
      {carts.isError && !carts.data && (
        <ErrorState message={messageOf(carts.error)} onRetry={() => void carts.refetch()} />
      )}
      {buyer !== null && carts.data && (
        <Suspense>
          <StandingLists buyer={buyer} />
        </Suspense>
      )}
      {buyer !== null && carts.data && <CartContent buyer={buyer} carts={carts.data} />}
    </PageFrame>
  );
}
