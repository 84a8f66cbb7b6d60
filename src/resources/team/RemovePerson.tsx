import type { OrgUser } from '../../../domain/organization/organization';
import { team as calls } from '../../../domain/organization/team-contract';
import { Confirm } from '../../kit/form/Confirm';
import { useSession } from '../../providers/session';
import { useCall } from '../../providers/use-call';
import { nameOf } from './people';

type Props = { person: OrgUser; onDone: () => void; onClose: () => void };

/** Asks before somebody loses their place, and says what happens then. */
export function RemovePerson({ person, onDone, onClose }: Props) {
  const { scope, organization } = useSession();
  const { run } = useCall(calls.remove, { showsErrors: true });
  const isInvited = person.status === 'INVITED';
  return (
    <Confirm
      title={isInvited ? `Take back the invitation of ${person.email}?` : `Remove ${nameOf(person)}?`}
      act={isInvited ? 'Take it back' : 'Remove'}
      run={() => run({ params: { orgId: scope?.orgId ?? 0, id: person.id } })}
      success={isInvited ? `${person.email} is no longer invited.` : `${nameOf(person)} is no longer on the team.`}
      onDone={onDone}
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
