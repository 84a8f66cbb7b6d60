import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { COMPANY_TYPES, licenseDisplayName } from '../../domain/access/vocabulary';
import { connections } from '../../domain/connections/contract';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';
import { shortDay } from '../../domain/dates';
import { brands } from '../../domain/directory/contract';
import type { ListedKind } from '../../domain/directory/lists';
import { parseListingSlug } from '../../domain/directory/slug';
import { licenses } from '../../domain/licenses/contract';
import { orgListing } from '../../domain/organization/org-listing';
import { PersonFace } from '../connections/PersonFace';
import { Panel, RecordColumns } from '../kit/record/RecordPage';
import { useCallQuery } from '../providers/refine/use-call';
import { useSessionState } from '../providers/session';
import { BrandFace } from '../resources/brands/BrandFace';
import { CheckedPill } from '../resources/licenses/CheckedPill';
import { ProofPill } from '../resources/licenses/ProofPill';
import { Facts } from '../ui/Facts';
import { PageFrame } from '../ui/PageFrame';
import { Picture } from '../ui/Picture';
import { Pill } from '../ui/Pill';
import { today } from '../ui/reader-dates';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import css from './directory.module.css';
import { ListingActions } from './listing/ListingActions';
import { OrgOfListing, PeopleKnown } from './listing/OrgOfListing';
import { listingLink, useOrigin } from './origin';
import { WaysIn } from './WaysIn';

/** A brand, organization, license or person as others see it, by an address such as 'brand-12-night-heron'. */
export default function ListingPage() {
  const found = parseListingSlug(useParams().slug ?? '');
  const isSignedIn = useSessionState().status === 'signed-in';
  if (found === null || found.type === 'product') {
    return (
      <PageFrame title="Listing">
        <EmptyState
          icon="search"
          title="Unsupported listing type"
          hint="Listings are brands, organizations, licenses and people."
        />
      </PageFrame>
    );
  }
  if (found.type === 'user') return isSignedIn ? <PersonListing id={found.id} /> : <PersonOfVisitor />;
  const { type, id } = found;
  if (type === 'brand') return <BrandListing id={id} />;
  return type === 'org' ? <OrgListing id={id} /> : <LicenseListing id={id} />;
}

type Props = { id: number };

function BrandListing({ id }: Props) {
  return (
    <Fetched
      call={brands.get}
      input={{ params: { id } }}
      titleOf={({ name }) => name}
      listed={{ listingType: 'brand', listingId: id }}
      side={({ orgId }) => <OrgOfListing orgId={orgId} />}
    >
      {(brand) => (
        <>
          <BrandFace brand={brand} heading="p" sellers={brand.orgName} />
          <p>
            <Link to={`/marketplace/brands/${brand.slug}`}>See its menu</Link>
          </p>
        </>
      )}
    </Fetched>
  );
}

function OrgListing({ id }: Props) {
  return (
    <Fetched
      call={orgListing.profile}
      input={{ params: { id } }}
      titleOf={({ name }) => name}
      listed={{ listingType: 'org', listingId: id }}
      side={({ people }) => <PeopleKnown people={people} />}
    >
      {({ name, profileImageUri, ...org }) => {
        const back = { label: name, to: `/directory/org-${id}` };
        return (
          <>
            <p className={css.name}>
              <Picture src={profileImageUri} name={name} size={72} />
              {name}
            </p>
            <Facts facts={{ States: org.states.join(', ') }} />
            <h3>Brands</h3>
            {org.brands.length === 0 && <p className="muted">No brands in the directory.</p>}
            <ul className="lined">
              {org.brands.map((brand) => (
                <li key={brand.id} className={css.name}>
                  <Picture src={brand.profileImageUri} name={brand.name} size={32} />
                  <Link {...listingLink({ ...brand, directoryListingType: 'brand' }, 'org', back)}>{brand.name}</Link>
                </li>
              ))}
            </ul>
            <h3>Licenses</h3>
            {org.licenses.length === 0 && <p className="muted">No licenses in the directory.</p>}
            <ul className="lined">
              {org.licenses.map((license) => (
                <li key={license.id}>
                  <Link {...listingLink({ id: license.id, directoryListingType: 'license' }, 'org', back)}>
                    {license.name}
                  </Link>{' '}
                  <Expiry expiresOn={license.expiresOn} />
                  <br />
                  <span className="muted">
                    {[
                      `${license.usState} ${license.licenseNumber}`,
                      COMPANY_TYPES[license.licenseType].label,
                      license.city,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Fetched>
  );
}

function LicenseListing({ id }: Props) {
  return (
    <Fetched
      call={licenses.get}
      input={{ params: { id } }}
      titleOf={({ name, dba }) => dba || name}
      listed={{ listingType: 'license', listingId: id }}
      side={({ orgId }) => <OrgOfListing orgId={orgId} />}
    >
      {(license) => (
        <Facts
          facts={{
            License: licenseDisplayName(license),
            Name: license.name,
            Type: COMPANY_TYPES[license.licenseType].label,
            Address: placeOf(license),
            Phone: license.phone,
            Verified: <ProofPill license={license} isFull />,
            Expires: license.expiresOn && (
              <>
                {shortDay(license.expiresOn)} <Expiry expiresOn={license.expiresOn} />
              </>
            ),
            Checked: <CheckedPill license={license} />,
          }}
        />
      )}
    </Fetched>
  );
}

/** A visitor's is the city and state alone. */
function placeOf({ address: { lineOne, city, postalCode }, state }: CallOutput<typeof licenses.get>): string {
  return [lineOne, city, `${state.ansiAbbrevation} ${postalCode}`.trim()].filter(Boolean).join(', ');
}

const Expiry = ({ expiresOn }: { expiresOn: string | null }) =>
  expiresOn !== null && expiresOn < today() ? <Pill tone="negative">Expired</Pill> : null;

function PersonListing({ id }: { id: string }) {
  return (
    <Fetched call={connections.card} input={{ params: { id } }} titleOf={({ displayName }) => displayName}>
      {(person) => <PersonFace person={person} />}
    </Fetched>
  );
}

function PersonOfVisitor() {
  const { pathname } = useLocation();
  return (
    <PageFrame title="Listing">
      <EmptyState
        icon="lock"
        title="People are shown to their connections"
        hint={<WaysIn returnTo={pathname} what="to see whom you know" />}
      />
    </PageFrame>
  );
}

type FetchedProps<E extends Endpoint> = {
  call: E;
  input: CallInput<E>;
  titleOf: (reply: CallOutput<E>) => string;
  /** The listing a list may hold. */
  listed?: { listingType: ListedKind; listingId: number };
  side?: (reply: CallOutput<E>) => ReactNode;
  children: (reply: CallOutput<E>) => ReactNode;
};

/** Fetches a listing, a second time if the first fails. */
function Fetched<E extends Endpoint>({ call, input, titleOf, listed, side, children }: FetchedProps<E>) {
  const breadcrumbs = useOrigin();
  const { data, isError, refetch } = useCallQuery(call, input, { topics: ['organization', 'connections'], retry: 1 });
  if (data !== undefined) {
    return (
      <PageFrame
        title={titleOf(data)}
        breadcrumbs={breadcrumbs}
        actions={listed && <ListingActions name={titleOf(data)} entry={listed} />}
      >
        <RecordColumns side={side?.(data)}>
          <Panel title="Listing">{children(data)}</Panel>
        </RecordColumns>
      </PageFrame>
    );
  }
  return (
    <PageFrame title="Listing" breadcrumbs={breadcrumbs} busy={!isError}>
      {isError ? <ErrorState message="Failed to fetch" onRetry={() => void refetch()} /> : <Skeleton height="120px" />}
    </PageFrame>
  );
}
