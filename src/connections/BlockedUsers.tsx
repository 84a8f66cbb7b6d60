import { useState } from 'react';
import type { BlockedUser } from '../../domain/connections/connection';
import { usePersonOnly } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { QueryState } from '../kit/form/QueryState';
import { Confirm } from '../kit/form/questions/Confirm';
import { useResourceDelete, type useResourceList } from '../providers/refine/use-resource';
import { Button } from '../ui/Button';
import { Picture } from '../ui/Picture';
import { dateHere } from '../ui/reader-dates';
import css from './connections.module.css';
import { blockedUsers as resource } from './resource';

type Props = Pick<ReturnType<typeof useResourceList<typeof resource>>, 'query'>;

/** Whom the person blocked, to unblock them. */
export function BlockedUsers({ query }: Props) {
  const personOnly = usePersonOnly();
  const [unblocked, setUnblocked] = useState<BlockedUser | null>(null);
  return (
    <>
      <QueryState
        query={query}
        empty={{
          icon: 'user',
          title: 'No one blocked',
          hint: 'Block people from your connections and invites, or from their card.',
        }}
        isEmpty={({ data }) => data.length === 0}
      >
        {({ data }) => (
          <ul className={`lined ${css.people}`}>
            {data.map((person) => (
              <li key={person.id}>
                <Picture src={person.profileImageUri} name={person.displayName} size={40} />
                <div className={css.who}>
                  <p>{person.displayName}</p>
                  <p className="muted">Blocked {dateHere(person.blocked)}</p>
                </div>
                <div className={css.acts}>
                  <Button
                    disabled={personOnly !== null}
                    aria-label={`Unblock ${person.displayName}`}
                    onClick={() => setUnblocked(person)}
                  >
                    Unblock
                  </Button>
                  {personOnly && <WhyNot reason={personOnly} />}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {unblocked && <Unblock person={unblocked} onClose={() => setUnblocked(null)} />}
    </>
  );
}

function Unblock({ person: { id, displayName }, onClose }: { person: BlockedUser; onClose: () => void }) {
  const { run } = useResourceDelete(resource, { showsErrors: true });
  return (
    <Confirm
      title={`Unblock ${displayName}?`}
      act="Unblock"
      tone="primary"
      run={() => run(id)}
      success={`${displayName} is unblocked.`}
      onClose={onClose}
    >
      <p>
        You can find and invite each other again. Your earlier connection doesn’t come back. {displayName} isn’t told.
      </p>
    </Confirm>
  );
}
