import type { OrgInvite } from '../../../domain/team/invitation';
import { usePersonOnly } from '../../access/useCan';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceList } from '../../providers/refine/use-resource';
import shell from '../../shell/shell.module.css';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { useJoin } from './invitations/useJoin';
import css from './OpenInvitations.module.css';
import { invitations } from './resource';

/** The person's open invitations, with a Join button. Renders nothing without any. */
export function OpenInvitations() {
  const { data } = useResourceList(invitations).result;
  if (data.length === 0) return null;
  return (
    <section className={shell.card} aria-labelledby="open-invitations">
      <h2 id="open-invitations">{data.length === 1 ? 'You’re invited' : 'You have invitations'}</h2>
      <ul className={css.invitations}>
        {data.map((invite) => (
          <Invitation key={invite.inviteCode} invite={invite} />
        ))}
      </ul>
    </section>
  );
}

function Invitation({ invite: { inviteCode, orgName, roleName, invitedBy } }: { invite: OrgInvite }) {
  const { join, isPending, error } = useJoin();
  const personOnly = usePersonOnly();
  return (
    <li>
      <div>
        <strong>{orgName}</strong>
        <p className="muted">
          {invitedBy ? `${invitedBy} invited you` : 'You’re invited'} as {roleName}
        </p>
      </div>
      <Button tone="primary" busy={isPending} disabled={personOnly !== null} onClick={() => void join(inviteCode)}>
        Join<span className="v-hidden"> {orgName}</span>
      </Button>
      {(personOnly ?? error) !== null && <FieldError>{personOnly ?? messageOf(error)}</FieldError>}
    </li>
  );
}
