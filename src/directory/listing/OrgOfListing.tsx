import { useState } from 'react';
import { Link } from 'react-router';
import { otherPerson } from '../../../domain/connections/connection';
import type { OrgListing } from '../../../domain/organization/org-listing';
import { orgListing } from '../../../domain/organization/org-listing';
import { usePersonOnly } from '../../access/useCan';
import { BlockPerson } from '../../connections/BlockPerson';
import { MessageConnection } from '../../connections/MessageConnection';
import { Panel } from '../../kit/record/RecordPage';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Picture } from '../../ui/Picture';
import css from '../directory.module.css';
import { listingLink } from '../origin';

/** The organization a brand or license is of, and whom the reader knows there. */
export function OrgOfListing({ orgId }: { orgId: number }) {
  const { data } = useCallQuery(orgListing.profile, { params: { id: orgId } }, { topics: ['connections'] });
  if (!data) return null;
  return (
    <>
      <Panel title="Organization">
        <p className={css.name}>
          <Picture src={data.profileImageUri} name={data.name} size={40} />
          <Link {...listingLink({ directoryListingType: 'org', id: orgId }, 'org')}>{data.name}</Link>
        </p>
      </Panel>
      <PeopleKnown people={data.people} />
    </>
  );
}

type Person = { userId: string; displayName: string };

/** The reader's connections at an organization, to message or block. Nothing for visitors, whom nobody knows yet. */
export function PeopleKnown({ people }: Pick<OrgListing, 'people'>) {
  const session = useSessionState();
  const personOnly = usePersonOnly();
  const [toBlock, setToBlock] = useState<Person | null>(null);
  if (session.status !== 'signed-in') return null;
  const readerId = session.user.id;
  return (
    <Panel title="People you know">
      {people.length === 0 && <p className="muted">None of your connections work here.</p>}
      <ul className={css.people}>
        {people.map((row) => {
          const person = otherPerson(row, readerId);
          return (
            <li key={row.id}>
              <Picture src={person.profileImageUri} name={person.displayName} size={40} />
              <Link {...listingLink({ directoryListingType: 'user', id: person.userId }, 'org')}>
                {person.displayName}
              </Link>
              <span className={css.acts}>
                <MessageConnection connectionId={row.id} displayName={person.displayName} />
                <Button
                  disabled={personOnly !== null}
                  aria-label={`Block ${person.displayName}`}
                  onClick={() => setToBlock(person)}
                >
                  Block
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {toBlock && <BlockPerson person={toBlock} onClose={() => setToBlock(null)} />}
    </Panel>
  );
}
