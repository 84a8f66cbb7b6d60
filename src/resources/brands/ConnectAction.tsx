import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ConnectionView, type PersonCard, viewOf } from '../../../domain/connections/connection';
import { connections as calls } from '../../../domain/connections/contract';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { callKey, useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import css from './brands.module.css';

const STANDINGS: Record<ConnectionView, string> = {
  connected: 'You’re connected',
  'invites-received': 'They invited you: answer',
  'invites-sent': 'You invited them',
};

/** Invites the person of a card to connect, or says how the reader is connected with them. */
export function ConnectAction({ person: { userId, displayName, connection } }: { person: PersonCard }) {
  const { id } = useSession().user;
  const personOnly = usePersonOnly();
  const client = useQueryClient();
  const invite = useCall(calls.invite, { success: `${displayName} is invited to connect.` });
  if (userId === id) return null;
  if (connection) {
    const view = viewOf(connection, id);
    return (
      <p>
        <Link to={`/profile/connections/${view}`}>{STANDINGS[view]}</Link>
      </p>
    );
  }
  const send = async () => {
    await invite.run({ body: { invitedUserUUID: userId } });
    await client.invalidateQueries({ queryKey: callKey(calls.card) });
  };
  return (
    <p className={css.acts}>
      <Button tone="primary" busy={invite.isPending} disabled={personOnly !== null} onClick={() => void send()}>
        Connect
      </Button>
      {personOnly && <WhyNot reason={personOnly} />}
    </p>
  );
}
