import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Listing } from '../../domain/directory/listing';
import type { ListedKind } from '../../domain/directory/lists';
import { LICENSE_STANDINGS } from '../../domain/licenses/standing';
import type { Crumb } from '../ui/PageFrame';
import { Picture } from '../ui/Picture';
import { Pill } from '../ui/Pill';
import { dateHere } from '../ui/reader-dates';
import { Skeleton } from '../ui/states';
import css from './directory.module.css';
import { listingLink, type Origin } from './origin';

/** What each kind of listing is called. */
export const KINDS: Record<ListedKind, string> = { brand: 'Brand', org: 'Organization', license: 'License' };

type Props = {
  listings: readonly Listing[];
  from: Origin;
  /** Where a listing leads back to, if not to its origin's page. */
  back?: Crumb;
  /** Buttons of a row. */
  actions?: (listing: Listing) => ReactNode;
  /** The previous rows, while the next load. */
  isStale?: boolean;
  label: string;
};

/** Listings, each a link to its page. */
export function ListingRows({ listings, from, back, actions, isStale = false, label }: Props) {
  return (
    <ul className={css.rows} aria-busy={isStale} aria-label={label}>
      {listings.map((listing) => (
        <li key={`${listing.directoryListingType}-${listing.id}`} className={css.row}>
          <ListingRow listing={listing} from={from} back={back} />
          {actions && <span className={css.rowActs}>{actions(listing)}</span>}
        </li>
      ))}
    </ul>
  );
}

function ListingRow({ listing, from, back }: { listing: Listing; from: Origin; back: Crumb | undefined }) {
  const { directoryListingType: type, name, imageUri, tagline, states, org, why, license } = listing;
  return (
    <Link {...listingLink(listing, from, back)} className={css.rowLink}>
      <Picture src={imageUri} name={name} size={48} />
      <span className={css.rowText}>
        <strong>{name}</strong>
        <span className="muted">
          {[KINDS[type as ListedKind], org.name !== name && org.name].filter(Boolean).join(' · ')}
        </span>
        {tagline && <span>{tagline}</span>}
        {license && (
          <span className="muted small">
            {[license.city, LICENSE_STANDINGS[license.standing]].filter(Boolean).join(' · ')}
            {license.checkedAt && `, checked ${dateHere(license.checkedAt)}`}
          </span>
        )}
        {why && <span className="muted small">Match: {why}</span>}
      </span>
      <span className={css.states}>
        {states.map((state) => (
          <Pill key={state}>{state}</Pill>
        ))}
      </span>
    </Link>
  );
}

export function ListingRowsSkeleton() {
  return (
    <div className={css.rows} aria-hidden="true">
      {['70%', '45%', '60%', '50%'].map((width) => (
        <div key={width} className={`${css.row} ${css.rowLink}`}>
          <Skeleton width="48px" height="48px" />
          <span className={css.rowText}>
            <Skeleton width={width} />
            <Skeleton width="40%" />
          </span>
        </div>
      ))}
    </div>
  );
}
