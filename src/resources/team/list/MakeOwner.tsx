import { team as calls } from '../../../../domain/team/contract';
import type { OrgUser } from '../../../../domain/team/member';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { nameOf } from '../people';

type Props = { person: OrgUser; onClose: () => void };

/** Transfers ownership; the organization's name must be typed to confirm. */
export function MakeOwner({ person, onClose }: Props) {
  const { scope, organization } = useSession();
  const { run } = useCall(calls.transferOwnership, { showsErrors: true });
  const orgName = organization?.name ?? '';
  const name = nameOf(person);
  return (
    <Confirm
      title={`Make ${name} the owner?`}
      act="Transfer ownership"
      typed={orgName}
      run={() => run({ params: { orgId: scope?.orgId ?? 0 }, body: { targetOrgUserId: person.id } })}
      success={`${name} now owns ${orgName}. You’re an admin.`}
      onClose={onClose}
    >
      <p>
        {name} gets full control of {orgName}, including your role. You become an admin. Only {name} can transfer
        ownership back.
      </p>
    </Confirm>
  );
}
