import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceList } from '../../providers/refine/use-resource';
import { Button } from '../../ui/Button';
import { Picture } from '../../ui/Picture';
import { ErrorState } from '../../ui/states';
import { listingPath } from '../brand-path';
import shared from '../marketplace.module.css';
import { listings } from '../resource';
import css from './BrandCards.module.css';

/** Shown at first, and once all are asked for. */
const FEW = 8;
const MANY = 100;

type FoundProductsProps = { search: string; filters: Readonly<Record<string, unknown>> };

/** The products a search found, each on its brand's page; nothing when there are none. */
export default function FoundProducts({ search, filters }: FoundProductsProps) {
  const [isWhole, setWhole] = useState(false);
  const { query, result } = useResourceList(listings, {
    page: 0,
    itemsPerPage: MANY,
    filters: { ...filters, directoryListingTypes: ['product'] },
    keepsPrevious: true,
  });
  if (query.isError && !query.data)
    return <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />;
  if (result.data.length === 0) return null;
  const shown = isWhole ? result.data : result.data.slice(0, FEW);
  const hidden = result.data.length - shown.length;
  return (
    <section className={shared.section} aria-labelledby="found-products">
      <h2 id="found-products">Products matching “{search}”</h2>
      <ul className={css.cards} aria-busy={query.isPlaceholderData}>
        {shown.map((listing) => (
          <li key={listing.id}>
            <Link className={css.card} to={listingPath(listing)}>
              <Picture src={listing.imageUri} name={listing.name} size={64} />
              <span className={css.cardText}>
                <span className={css.cardName}>{listing.name}</span>
                <span className="muted">{listing.tagline}</span>
                <span className="muted small">
                  {listing.org.name}, {listing.states.join(', ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <span>
          <Button onClick={() => setWhole(true)}>Show {hidden} more products</Button>
        </span>
      )}
    </section>
  );
}
