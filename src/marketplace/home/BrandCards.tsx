import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Listing } from '../../../domain/directory/listing';
import { counted } from '../../../domain/text';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import { Skeleton } from '../../ui/states';
import { brandPath } from '../brand-path';
import css from './BrandCards.module.css';

export type BrandCardsProps = {
  listings: readonly Listing[];
  /** The previous filter's brands, while the next load. */
  isStale?: boolean;
};

export function BrandCards({ listings, isStale = false }: BrandCardsProps) {
  return (
    <ul className={css.cards} aria-busy={isStale}>
      {listings.map((listing) => (
        <li key={listing.id}>
          <BrandCard listing={listing} />
        </li>
      ))}
    </ul>
  );
}

function BrandCard({ listing }: { listing: Listing }) {
  const { id, name, org, tagline, states, productCount, imageUri } = listing;
  const client = useQueryClient();
  /** The menu a click shows next. */
  const near = () =>
    void import('../menus/BrandPage').then(({ prefetchMenu }) => prefetchMenu(client, id, states)).catch(() => {});
  return (
    <Link className={css.card} to={brandPath(listing)} onPointerEnter={near} onFocus={near}>
      <Picture src={imageUri} name={name} size={64} />
      <span className={css.cardText}>
        <span className={css.cardName}>{name}</span>
        {org.name !== name && <span className="muted">{org.name}</span>}
        {tagline && <span className={css.cardTagline}>{tagline}</span>}
        <span className={css.cardFacts}>
          <span className="muted">{counted(productCount, 'product')}</span>
          {states.map((state) => (
            <Pill key={state}>{state}</Pill>
          ))}
        </span>
      </span>
    </Link>
  );
}

export function BrandCardsSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className={css.cards} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={css.card}>
          <Skeleton width="64px" height="64px" />
          <span className={css.cardText}>
            <Skeleton width="70%" />
            <Skeleton width="45%" />
            <Skeleton width="90%" />
          </span>
        </div>
      ))}
    </div>
  );
}
