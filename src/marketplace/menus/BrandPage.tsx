import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { BRAND_SOURCES } from '../../../domain/brands/source';
import { brands as calls } from '../../../domain/directory/contract';
import type { Brand } from '../../../domain/directory/listing';
import { listed } from '../../../domain/text';
import { MarketLink } from '../../kit/links/MarketLink';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { prefetchCall } from '../../providers/refine/prefetch-call';
import { useResourceOne } from '../../providers/refine/use-resource';
import { signedInNow } from '../../providers/session/session-store';
import { BrandFace } from '../../resources/brands/BrandFace';
import { useTitle } from '../../shell/useTitle';
import frame from '../../ui/PageFrame.module.css';
import { Pill } from '../../ui/Pill';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { brands, brandsBySlug } from '../resource';
import css from './brand/BrandHeader.module.css';
import { BrandMenu } from './brand/BrandMenu';
import { MenuSkeleton } from './MenuSkeleton';

/** Reads ahead the menu of a brand sold in these states, at the prices of the license that is bought for. */
export function prefetchMenu(client: QueryClient, id: number, states: readonly string[]): void {
  const license = signedInNow()?.buyerLicense;
  if (license && states.includes(license.license.state.ansiAbbrevation))
    prefetchCall(client, calls.menu, { params: { id }, body: { buyerLicenseId: license.id } }, ['catalogue']);
}

const IS_ID = /^\d{1,15}$/;

/** A brand with its menu, by slug or id. */
export default function BrandPage() {
  const named = (useParams()['*'] ?? '').replace(/\/+$/, '');
  const resource = IS_ID.test(named) ? brands : brandsBySlug;
  const { query, result: brand } = useResourceOne(resource, named || undefined);
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
      <Skeleton height="150px" />
      <Skeleton width="240px" height="28px" />
      <Skeleton width="60%" />
      <MenuSkeleton />
    </div>
  );
}

/** A brand's name, states and sellers. */
function BrandHeader({ brand }: { brand: Brand }) {
  // Set after rendering, because the screen's title is set after its content's.
  const [title, setTitle] = useState<string>();
  useEffect(() => setTitle(brand.name), [brand.name]);
  useTitle(title ?? 'Brand');
  return (
    <header className={css.brandHead}>
      <nav className={frame.crumbs} aria-label="Breadcrumbs">
        <ol>
          <li>
            <Link to="/marketplace">Marketplace</Link>
          </li>
        </ol>
      </nav>
      <BrandFace
        brand={brand}
        sellers={
          <>
            {describeSellers(brand)}
            {brand.partner && (
              <>
                {' '}
                <Pill tone="info">Partner brand</Pill>
              </>
            )}
          </>
        }
      />
    </header>
  );
}

/** 'Sold by Fern Hollow Farms (CA, delivered by Bay Haul) and Fern Hollow Colorado (CO) · Source: Verdant'. */
function describeSellers({ sellers, orgName, source }: Brand): string {
  const from = `Source: ${BRAND_SOURCES[source]}`;
  if (sellers.length === 0) return `${orgName} · Nothing for sale right now · ${from}`;
  const names = sellers.map(({ name, usState, distributor }) =>
    distributor === null ? `${name} (${usState})` : `${name} (${usState}, delivered by ${distributor})`,
  );
  return `Sold by ${listed(names)} · ${from}`;
}
