import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Listing } from '../../domain/directory/listing';
import { directoryLists as calls, type ListedKind } from '../../domain/directory/lists';
import { QueryState } from '../kit/form/QueryState';
import { useCall, useCallQuery } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { Button } from '../ui/Button';
import { PageFrame } from '../ui/PageFrame';
import { EmptyState } from '../ui/states';
import css from './directory.module.css';
import { ListingRows, ListingRowsSkeleton } from './ListingRows';
import { DeleteList, RenameList } from './lists/ListDialogs';

/** One list: its listings, and its name for whoever may change it. */
export default function ListShow() {
  const { slug = '' } = useParams();
  const orgId = useSession().organization?.id ?? 0;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const query = useCallQuery(
    calls.get,
    { params: { orgId, id: slug } },
    { topics: ['directory-lists', 'organization'] },
  );
  const list = query.data;
  const isOwned = list?.kind === 'OWNED_LICENSES';
  const close = () => setAsked(null);
  return (
    <PageFrame
      title={list?.name ?? 'List'}
      breadcrumbs={[{ label: 'Lists', to: '/directory/lists' }]}
      actions={
        list &&
        !isOwned && (
          <>
            <Button onClick={() => setAsked('rename')}>Rename</Button>
            <Button onClick={() => setAsked('delete')}>Delete</Button>
          </>
        )
      }
    >
      <div className={css.section}>
        <QueryState
          query={query}
          skeleton={<ListingRowsSkeleton />}
          isEmpty={({ listings }) => listings.length === 0}
          empty={
            <EmptyState
              icon="bookmark"
              title={isOwned ? 'No licenses yet' : 'Nothing in this list yet'}
              hint={isOwned ? undefined : 'Put listings in it from their pages.'}
              action={
                <Link to={isOwned ? '/network/licenses' : '/directory'}>{isOwned ? 'Licenses' : 'Directory'}</Link>
              }
            />
          }
        >
          {({ name, listings }) => (
            <ListingRows
              label={name}
              listings={listings}
              from="lists"
              back={{ label: name, to: `/directory/lists/${slug}` }}
              {...(isOwned
                ? {}
                : { actions: (listing: Listing) => <Drop orgId={orgId} id={Number(slug)} listing={listing} /> })}
            />
          )}
        </QueryState>
      </div>
      {list && asked === 'rename' && <RenameList orgId={orgId} list={list} onClose={close} />}
      {list && asked === 'delete' && (
        <DeleteList orgId={orgId} list={list} onDone={() => navigate('/directory/lists')} onClose={close} />
      )}
    </PageFrame>
  );
}

function Drop({ orgId, id, listing }: { orgId: number; id: number; listing: Listing }) {
  const { run, isPending } = useCall(calls.drop, { success: `${listing.name} is out of the list.` });
  const params = { orgId, id, listingType: listing.directoryListingType as ListedKind, listingId: listing.id };
  return (
    <Button tone="quiet" busy={isPending} aria-label={`Remove ${listing.name}`} onClick={() => void run({ params })}>
      Remove
    </Button>
  );
}
