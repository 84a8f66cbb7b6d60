import { useState } from 'react';
import { Link } from 'react-router';
import { brandInvites } from '../../../domain/brands/contract';
import type { ListedBrandInvite } from '../../../domain/brands/invite';
import type { Connection } from '../../../domain/connections/connection';
import type { ReceivedOrgInvite } from '../../../domain/team/invitation';
import { invitations } from '../../../domain/team/invitation-contract';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { connections } from '../../connections/resource';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useCall } from '../../providers/refine/use-call';
import { useResourceUpdate } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { loadSession } from '../../providers/session/session-store';
import { reportError } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import css from '../profile.module.css';
import type { Answering } from './invite-rows';

type Of<I> = Answering & { invite: I };

/** Joins without leaving where the person works; who works nowhere yet starts there. */
export function AnswerOrganization({ invite, locked, onAnswered, onRefused }: Of<ReceivedOrgInvite>) {
  const { inviteCode, orgId, orgName } = invite;
  const here = useSession().organization?.id ?? orgId;
  const accept = useCall(invitations.accept, { success: `You joined ${orgName}.`, showsErrors: true });
  const join = async () => {
    const result = await accept.run({ params: { inviteCode } });
    if (!result.ok) return onRefused(result.error);
    await loadSession(here).catch((error: unknown) => reportError(error));
    onAnswered();
  };
  return (
    <div className={css.acts}>
      <Button
        tone="primary"
        busy={accept.isPending}
        disabled={locked}
        aria-label={`Accept: join ${orgName}`}
        onClick={() => void join()}
      >
        Accept
      </Button>
    </div>
  );
}

/** Takes the brand over for the organization the person works in. */
export function AnswerBrand({ invite, locked, onAnswered, onRefused }: Of<ListedBrandInvite>) {
  const { inviteCode, brandInviteId, brandName, orgName } = invite;
  const { membership, organization } = useSession();
  const mayNot = useCan().whyNot(brandInvites.accept.requires);
  const [isDeclining, setDeclining] = useState(false);
  const accept = useCall(brandInvites.accept, {
    success: `${brandName} is now one of your brands.`,
    showsErrors: true,
  });
  const reject = useCall(brandInvites.reject, { showsErrors: true });
  const take = async () => {
    const result = await accept.run({ params: { inviteCode } });
    if (result.ok) onAnswered();
    else onRefused(result.error);
  };
  const decline = async () => {
    const result = await reject.run({ params: { brandInviteId } });
    if (!result.ok) onRefused(result.error);
    return result;
  };
  return (
    <div className={css.acts}>
      {membership ? (
        <Button
          tone="primary"
          busy={accept.isPending}
          disabled={locked || mayNot !== null}
          aria-label={`Accept ${brandName} for ${organization?.name}`}
          onClick={() => void take()}
        >
          Accept for {organization?.name}
        </Button>
      ) : (
        <Link className="v-button v-primary" to="/onboarding/organization?returnTo=/profile/invites">
          Create an organization<span className="v-hidden"> to take over {brandName}</span>
        </Link>
      )}
      {membership && mayNot && <WhyNot reason={mayNot} />}
      <Button disabled={locked} aria-label={`Decline ${brandName}`} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      {isDeclining && (
        <Confirm
          title={`Decline ${brandName}?`}
          act="Decline invite"
          run={decline}
          success={`You declined the invite to ${brandName}.`}
          onDone={onAnswered}
          onClose={() => setDeclining(false)}
        >
          <p>The brand stays with {orgName}. They can invite you again.</p>
        </Confirm>
      )}
    </div>
  );
}

/** An ignored one can still be accepted. */
export function AnswerConnection({ invite, locked, onAnswered, onRefused }: Of<Connection>) {
  const { id, status, invitingUser } = invite;
  const answer = useResourceUpdate(connections, { showsErrors: true });
  const say = async (status: 'ACCEPTED' | 'IGNORED') => {
    const result = await answer.run(id, { status });
    if (result.ok) onAnswered();
    else onRefused(result.error);
  };
  if (status === 'ACCEPTED') return null;
  return (
    <div className={css.acts}>
      <Button
        tone={status === 'INVITED' ? 'primary' : 'plain'}
        busy={answer.isPending}
        disabled={locked}
        aria-label={`Accept ${invitingUser.displayName}`}
        onClick={() => void say('ACCEPTED')}
      >
        Accept
      </Button>
      {status === 'INVITED' && (
        <Button disabled={locked} aria-label={`Ignore ${invitingUser.displayName}`} onClick={() => void say('IGNORED')}>
          Ignore
        </Button>
      )}
    </div>
  );
}
