import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type PersonCard, viewOf } from '../../domain/connections/connection';
import { connections as calls } from '../../domain/connections/contract';
import { usePersonOnly } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { messageOf } from '../providers/call/call-errors';
import { callKey, useCall } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { Button } from '../ui/Button';
import { Facts } from '../ui/Facts';
import { FieldError } from '../ui/Field';
import { Picture } from '../ui/Picture';
import { BlockPerson } from './BlockPerson';
import css from './connections.module.css';
import { MessageConnection } from './MessageConnection';

/** A person as colleagues and connections see them, with what the reader can do. */
export function PersonFace({ person }: { person: PersonCard }) {
  return (
    <>
      <p className={css.inviter}>
        <Picture src={person.profileImageUri} name={person.displayName} size={72} />
        {person.displayName}
      </p>
      <Facts facts={{ Organization: person.organizations.join(', '), Email: person.email }} />
      <ConnectAction person={person} />
    </>
  );
}

const BLOCKED = '/profile/connections/blocked-users';

const STANDINGS: Record<ReturnType<typeof viewOf>, string> = {
  connected: 'You’re connected',
  'invites-received': 'They invited you: answer',
  'invites-sent': 'You invited them',
};

/** Invites the person of a card to connect, or says how the reader is connected with them; or blocks them. */
function ConnectAction({ person }: { person: PersonCard }) {
  const { userId, displayName, connection, isBlocked } = person;
  const { id } = useSession().user;
  const personOnly = usePersonOnly();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asksToBlock, setAsksToBlock] = useState(false);
  const invite = useCall(calls.invite, { success: `${displayName} is invited to connect.`, showsErrors: true });
  if (userId === id) return null;
  if (isBlocked) {
    return (
      <p>
        You blocked {displayName}. <Link to={BLOCKED}>See who you blocked</Link>
      </p>
    );
  }
  const view = connection && viewOf(connection, id);
  const send = async () => {
    await invite.run({ body: { invitedUserUUID: userId } });
    await client.invalidateQueries({ queryKey: callKey(calls.card) });
  };
  return (
    <>
      <p className={css.acts}>
        {view ? (
          <Link to={`/profile/connections/${view}`}>{STANDINGS[view]}</Link>
        ) : (
          <Button tone="primary" busy={invite.isPending} disabled={personOnly !== null} onClick={() => void send()}>
            Connect
          </Button>
        )}
        {connection && view === 'connected' && (
          <MessageConnection connectionId={connection.id} displayName={displayName} tone="primary" />
        )}
        <Button disabled={personOnly !== null} onClick={() => setAsksToBlock(true)}>
          Block
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </p>
      {invite.error !== null && <FieldError>{messageOf(invite.error)}</FieldError>}
      {asksToBlock && (
        <BlockPerson person={person} onDone={() => navigate(BLOCKED)} onClose={() => setAsksToBlock(false)} />
      )}
    </>
  );
}
