import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { COMPANY_TYPES, licenseDisplayName } from '../../../domain/access/vocabulary';
import { type PersonCard, viewOf } from '../../../domain/connections/connection';
import { connections as calls, connections } from '../../../domain/connections/contract';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { brands } from '../../../domain/directory/contract';
import { parseListingSlug } from '../../../domain/directory/slug';
import { licenses } from '../../../domain/licenses/contract';
import { addressText } from '../../../domain/licenses/export';
import { organization } from '../../../domain/organization/contract';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { BlockPerson } from '../../connections/BlockPerson';
import { MessageConnection } from '../../connections/MessageConnection';
import { Panel } from '../../kit/record/RecordPage';
import { messageOf } from '../../providers/call/call-errors';
import { callKey, useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import { FieldError } from '../../ui/Field';
import { PageFrame } from '../../ui/PageFrame';
import { Picture } from '../../ui/Picture';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { BrandFace } from './BrandFace';
import css from './brands.module.css';

/** A brand, organization, license or person as others see it, by an address such as 'brand-12-night-heron'. */
export default function Listing() {
  const found = parseListingSlug(useParams().slug ?? '');
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
  if (found.type === 'user') return <PersonListing id={found.id} />;
  const { type, id } = found;
  if (type === 'brand') return <BrandListing id={id} />;
  return type === 'org' ? <OrgListing id={id} /> : <LicenseListing id={id} />;
}

type Props = { id: number };

function BrandListing({ id }: Props) {
  return (
    <Fetched call={brands.get} input={{ params: { id } }} titleOf={({ name }) => name}>
      {(brand) => (
        <div className={css.preview}>
          <BrandFace brand={brand} heading="p" sellers={brand.orgName} />
          <p>
            <Link to={`/marketplace/brands/${brand.slug}`}>See its menu</Link>
          </p>
        </div>
      )}
    </Fetched>
  );
}

function OrgListing({ id }: Props) {
  return (
    <Fetched call={organization.profile} input={{ params: { id } }} titleOf={({ name }) => name}>
      {({ name, profileImageUri }) => (
        <p className={css.name}>
          <Picture src={profileImageUri} name={name} size={72} />
          {name}
        </p>
      )}
    </Fetched>
  );
}

function LicenseListing({ id }: Props) {
  return (
    <Fetched call={licenses.get} input={{ params: { id } }} titleOf={({ name, dba }) => dba || name}>
      {(license) => (
        <Facts
          facts={{
            License: licenseDisplayName(license),
            Name: license.name,
            Type: COMPANY_TYPES[license.licenseType].label,
            Address: addressText(license),
            Phone: license.phone,
          }}
        />
      )}
    </Fetched>
  );
}

function PersonListing({ id }: { id: string }) {
  return (
    <Fetched call={connections.card} input={{ params: { id } }} titleOf={({ displayName }) => displayName}>
      {(person) => (
        <>
          <p className={css.name}>
            <Picture src={person.profileImageUri} name={person.displayName} size={72} />
            {person.displayName}
          </p>
          <Facts facts={{ Organization: person.organizations.join(', '), Email: person.email }} />
          <ConnectAction person={person} />
        </>
      )}
    </Fetched>
  );
}

type FetchedProps<E extends Endpoint> = {
  call: E;
  input: CallInput<E>;
  titleOf: (reply: CallOutput<E>) => string;
  children: (reply: CallOutput<E>) => ReactNode;
};

/** Fetches a listing, a second time if the first fails. */
function Fetched<E extends Endpoint>({ call, input, titleOf, children }: FetchedProps<E>) {
  const { data, isError, refetch } = useCallQuery(call, input, { topics: ['organization', 'connections'], retry: 1 });
  if (data !== undefined) {
    return (
      <PageFrame title={titleOf(data)}>
        <Panel title="Listing">{children(data)}</Panel>
      </PageFrame>
    );
  }
  return (
    <PageFrame title="Listing" busy={!isError}>
      {isError ? <ErrorState message="Failed to fetch" onRetry={() => void refetch()} /> : <Skeleton height="120px" />}
    </PageFrame>
  );
}

const BLOCKED = '/profile/connections/blocked-users';

const STANDINGS: Record<ReturnType<typeof viewOf>, string> = {
  connected: 'You’re connected',
  'invites-received': 'They invited you: answer',
  'invites-sent': 'You invited them',
};

/** Invites the person of a card to connect, or says how the reader is connected with them; or blocks them. */
function ConnectAction({ person }: { person: PersonCard }) {
  const { userId, displayName, connection, isBlocked } = person;
  const { id } = useSession().user;
  const personOnly = usePersonOnly();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asksToBlock, setAsksToBlock] = useState(false);
  const invite = useCall(calls.invite, { success: `${displayName} is invited to connect.`, showsErrors: true });
  if (userId === id) return null;
  if (isBlocked) {
    return (
      <p>
        You blocked {displayName}. <Link to={BLOCKED}>See who you blocked</Link>
      </p>
    );
  }
  const view = connection && viewOf(connection, id);
  const send = async () => {
    await invite.run({ body: { invitedUserUUID: userId } });
    await client.invalidateQueries({ queryKey: callKey(calls.card) });
  };
  return (
    <>
      <p className={css.acts}>
        {view ? (
          <Link to={`/profile/connections/${view}`}>{STANDINGS[view]}</Link>
        ) : (
          <Button tone="primary" busy={invite.isPending} disabled={personOnly !== null} onClick={() => void send()}>
            Connect
          </Button>
        )}
        {connection && view === 'connected' && (
          <MessageConnection connectionId={connection.id} displayName={displayName} tone="primary" />
        )}
        <Button disabled={personOnly !== null} onClick={() => setAsksToBlock(true)}>
          Block
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </p>
      {invite.error !== null && <FieldError>{messageOf(invite.error)}</FieldError>}
      {asksToBlock && (
        <BlockPerson person={person} onDone={() => navigate(BLOCKED)} onClose={() => setAsksToBlock(false)} />
      )}
    </>
  );
}
