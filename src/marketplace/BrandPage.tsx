import { useParams } from 'react-router';
import { brands } from '../../domain/directory/contract';
import type { Brand } from '../../domain/directory/listing';
import { CallError, messageOf } from '../providers/call-errors';
import { useCallQuery } from '../providers/use-call';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { BrandHeader } from './BrandHeader';
import { BrandMenu } from './BrandMenu';
import { MarketLink } from './MarketLink';
import { MenuSkeleton } from './MenuSkeleton';
import css from './marketplace.module.css';

const IS_ID = /^\d{1,15}$/;

/** A brand with its menu, by the name in its address or by its id. */
export default function BrandPage() {
  const named = (useParams()['*'] ?? '').replace(/\/+$/, '');
  const isId = IS_ID.test(named);
  const byId = useCallQuery(brands.get, { params: { id: isId ? Number(named) : 0 } }, { enabled: isId });
  const bySlug = useCallQuery(brands.bySlug, { params: { slug: named } }, { enabled: !isId && named !== '' });
  const brand = isId ? byId : bySlug;
  if (brand.data) return <LoadedBrand brand={brand.data} />;
  if (brand.error instanceof CallError && brand.error.status === 404) return <NoBrand />;
  if (brand.error) {
    return (
      <div className="page">
        <h1 className="v-hidden">Brand</h1>
        <ErrorState message={messageOf(brand.error)} onRetry={() => void brand.refetch()} />
      </div>
    );
  }
  return named === '' ? <NoBrand /> : <BrandSkeleton />;
}

function LoadedBrand({ brand }: { brand: Brand }) {
  return (
    <div className={`page ${css.brand}`}>
      <BrandHeader brand={brand} />
      <BrandMenu brand={brand} />
    </div>
  );
}

function NoBrand() {
  return (
    <div className="page">
      <h1>Brand not found</h1>
      <EmptyState
        icon="store"
        title="There is no such brand, or it is not sold any more"
        hint="Its name may have changed: search for it, or look through all brands."
        action={<MarketLink>Go to all brands</MarketLink>}
      />
    </div>
  );
}

function BrandSkeleton() {
  return (
    <div className={`page ${css.brand}`} aria-busy="true">
      <h1 className="v-hidden">Brand</h1>
      <Skeleton height="150px" />
      <Skeleton width="240px" height="28px" />
      <Skeleton width="60%" />
      <MenuSkeleton />
    </div>
  );
}
