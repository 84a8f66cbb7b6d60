import type { OrgUser } from '../../../domain/organization/organization';
import { Confirm } from '../../kit/form/Confirm';
import { useSession } from '../../providers/session';
import { useResourceDelete } from '../../providers/use-resource';
import { nameOf } from './people';
import { team } from './resource';

type Props = { person: OrgUser; onClose: () => void };

/** Asks before removing someone, and says what happens then. */
export function RemovePerson({ person, onClose }: Props) {
  const { organization } = useSession();
  const { run } = useResourceDelete(team, { showsErrors: true });
  const isInvited = person.status === 'INVITED';
  return (
    <Confirm
      title={isInvited ? `Cancel the invitation for ${person.email}?` : `Remove ${nameOf(person)}?`}
      act={isInvited ? 'Cancel invitation' : 'Remove'}
      {...(isInvited ? { cancel: 'Keep invitation' } : {})}
      run={() => run(person.id)}
      success={isInvited ? `Invitation for ${person.email} cancelled.` : `${nameOf(person)} is no longer on the team.`}
      onClose={onClose}
    >
      {isInvited ? (
        <p>Their link stops working. You can invite them again anytime.</p>
      ) : (
        <p>
          They lose access to {organization?.name} right away. Their name stays on orders, comments and history. To
          bring them back, invite {person.email} again.
        </p>
      )}
    </Confirm>
  );
}
