import type { OrgUser } from '../../../domain/organization/organization';
import { Confirm } from '../../kit/form/Confirm';
import { useSession } from '../../providers/session';
import { useResourceDelete } from '../../providers/use-resource';
import { nameOf } from './people';
import { team } from './resource';

type Props = { person: OrgUser; onClose: () => void };

/** Asks before somebody loses their place, and says what happens then. */
export function RemovePerson({ person, onClose }: Props) {
  const { organization } = useSession();
  const { run } = useResourceDelete(team, { showsErrors: true });
  const isInvited = person.status === 'INVITED';
  return (
    <Confirm
      title={isInvited ? `Take back the invitation of ${person.email}?` : `Remove ${nameOf(person)}?`}
      act={isInvited ? 'Take it back' : 'Remove'}
      run={() => run(person.id)}
      success={isInvited ? `${person.email} is no longer invited.` : `${nameOf(person)} is no longer on the team.`}
      onClose={onClose}
    >
      {isInvited ? (
        <p>The link in their email stops working at once. You can invite them again at any time.</p>
      ) : (
        <p>
          They lose access to {organization?.name} at once, wherever they are signed in. Orders, comments and the
          history keep their name. Inviting {person.email} again gives them their place back.
        </p>
      )}
    </Confirm>
  );
}
