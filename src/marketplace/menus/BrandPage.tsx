import type { QueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { brands as calls } from '../../../domain/directory/contract';
import type { Brand } from '../../../domain/directory/listing';
import { MarketLink } from '../../kit/links/MarketLink';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { askForOne } from '../../providers/refine/look-ahead';
import { prefetchCall } from '../../providers/refine/prefetch-call';
import { useResourceOne } from '../../providers/refine/use-resource';
import { signedInNow } from '../../providers/session/session-store';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { brands, brandsBySlug } from '../resource';
import { BrandHeader } from './brand/BrandHeader';
import { BrandMenu } from './brand/BrandMenu';
import { MenuSkeleton } from './MenuSkeleton';

/** Reads ahead the menu of a brand sold in these states, at the prices of the license that is bought for. */
export function prefetchMenu(client: QueryClient, id: number, states: readonly string[]): void {
  const license = signedInNow()?.buyerLicense;
  if (license && states.includes(license.license.state.ansiAbbrevation))
    prefetchCall(client, calls.menu, { params: { id }, body: { buyerLicenseId: license.id } }, ['catalogue']);
}

const IS_ID = /^\d{1,15}$/;
const resourceFor = (named: string) => (IS_ID.test(named) ? brands : brandsBySlug);
const nameIn = (params: Readonly<Record<string, string | undefined>>) => (params['*'] ?? '').replace(/\/+$/, '');

export function ahead(params: Readonly<Record<string, string | undefined>>): void {
  const named = nameIn(params);
  if (named) askForOne(resourceFor(named), named);
}

/** A brand with its menu, by slug or id. */
export default function BrandPage() {
  const named = nameIn(useParams());
  const { query, result: brand } = useResourceOne(resourceFor(named), named || undefined);
  if (brand) return <LoadedBrand brand={brand} />;
  if (query.error instanceof CallError && query.error.status === 404) return <NoBrand />;
  if (query.error) {
    return (
      <div className="page">
        <h1 className="v-hidden">Brand</h1>
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return named === '' ? <NoBrand /> : <BrandSkeleton />;
}

function LoadedBrand({ brand }: { brand: Brand }) {
  return (
    <div className="page">
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
        title="This brand doesn’t exist or is no longer sold"
        hint="It may have a new name. Search for it, or browse all brands."
        action={<MarketLink>Browse all brands</MarketLink>}
      />
    </div>
  );
}

function BrandSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <h1 className="v-hidden">Brand</h1>
      <Skeleton width="240px" height="28px" />
      <Skeleton height="110px" />
      <MenuSkeleton />
    </div>
  );
}
