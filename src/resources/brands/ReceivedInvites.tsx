import { useState } from 'react';
import { brandInvites as calls } from '../../../domain/brands/contract';
import type { ReceivedBrandInvite } from '../../../domain/brands/invite';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { Confirm } from '../../kit/form/questions/Confirm';
import { Panel } from '../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import css from './brands.module.css';

type Answer = { invite: ReceivedBrandInvite; act: 'accept' | 'reject' };

/** The open brand invites sent to the reader, if any. */
export function ReceivedInvites() {
  const query = useCallQuery(calls.received, { query: {} }, { topics: ['invitations'] });
  const whyNot = useCan().whyNot(calls.accept.requires);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const received = query.data ?? [];
  return (
    <>
      {received.length > 0 && (
        <Panel title="Sent to you">
          <ul className={css.received}>
            {received.map((invite) => (
              <li key={invite.brandInviteId}>
                <span>
                  {invite.invitedBy} at {invite.orgName} invited you to take over <b>{invite.brandName}</b>.
                  {invite.message && <span className="v-hint"> “{invite.message}”</span>}
                </span>
                <span className={css.acts}>
                  <Button
                    tone="primary"
                    disabled={whyNot !== null}
                    onClick={() => setAnswer({ invite, act: 'accept' })}
                    aria-label={`Accept ${invite.brandName}`}
                  >
                    Accept
                  </Button>
                  {whyNot && <WhyNot reason={whyNot} />}
                  <Button
                    onClick={() => setAnswer({ invite, act: 'reject' })}
                    aria-label={`Reject ${invite.brandName}`}
                  >
                    Reject
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {answer && <AnswerInvite {...answer} onDone={query.refetch} onClose={() => setAnswer(null)} />}
    </>
  );
}

type AnswerProps = Answer & { onDone: () => unknown; onClose: () => void };

function AnswerInvite({ invite, act, onDone, onClose }: AnswerProps) {
  const { inviteCode, brandInviteId, brandName, orgName } = invite;
  const organization = useSession().organization?.name;
  const accept = useCall(calls.accept, { showsErrors: true });
  const reject = useCall(calls.reject, { showsErrors: true });
  if (act === 'reject') {
    return (
      <Confirm
        title={`Reject ${brandName}?`}
        act="Reject invite"
        run={() => reject.run({ params: { brandInviteId } })}
        success={`You rejected the invite to ${brandName}.`}
        onDone={onDone}
        onClose={onClose}
      >
        <p>The brand stays with {orgName}. They can invite you again.</p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Take over ${brandName}?`}
      act="Accept invite"
      tone="primary"
      run={() => accept.run({ params: { inviteCode } })}
      success={`${brandName} is now one of your brands.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {brandName} becomes a brand of {organization}.
      </p>
    </Confirm>
  );
}
