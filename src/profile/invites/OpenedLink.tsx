import { useState } from 'react';
import { connections as calls } from '../../../domain/connections/contract';
import { Panel } from '../../kit/record/RecordPage';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { dropInvitation, pendingInvitation } from '../../providers/session/pending-invitation';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { ErrorState, Skeleton } from '../../ui/states';
import css from '../profile.module.css';
import type { InviteRow } from './invite-rows';

type Props = { locked: boolean; rows: readonly InviteRow[] };

/** A link to connect the person opened and hasn't answered; nothing without one, or where its owner invited them too. */
export function OpenedLink({ locked, rows }: Props) {
  const [code, setCode] = useState(openedCode);
  const drop = () => {
    dropInvitation();
    setCode(null);
  };
  return code && <Opened code={code} locked={locked} rows={rows} onDrop={drop} />;
}

function openedCode(): string | null {
  const given = new URLSearchParams(pendingInvitation()?.split('?')[1] ?? '');
  return given.get('invite_type') === 'CONNECTION_INVITE' ? given.get('invite_code') : null;
}

function Opened({ code, locked, rows, onDrop }: Props & { code: string; onDrop: () => void }) {
  const { data, error, refetch } = useCallQuery(calls.byCode, { params: { code } });
  const accept = useCall(calls.acceptCode, { showsErrors: true });
  const name = data?.invitingUser.displayName ?? '';
  const isListed = rows.some(
    ({ kind, invite, isWaiting }) =>
      kind === 'connection' && isWaiting && invite.invitingUser.userId === data?.invitingUser.userId,
  );
  if (isListed) return null;
  const isOpen = data?.status === 'INVITED';
  const isUnknown = error instanceof CallError && error.status === 404;
  const connect = async () => {
    if ((await accept.run({ params: { code } })).ok) onDrop();
    else void refetch();
  };
  return (
    <Panel title="Link you opened">
      {data === undefined && error === null && <Skeleton height="48px" />}
      {error !== null && !isUnknown && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {(data || isUnknown) && (
        <div className={css.opened}>
          <p className={css.about}>
            {isUnknown && 'This link no longer works. Ask the person who sent it for a new one.'}
            {data?.status === 'OWN' && 'This is your own link. Send it to someone you want to connect with.'}
            {data?.status === 'ACCEPTED' && `You’re connected with ${name}.`}
            {isOpen && (
              <>
                <strong>{name}</strong> sent you a link to connect.
              </>
            )}
          </p>
          <div className={css.acts}>
            {isOpen && (
              <Button
                tone="primary"
                busy={accept.isPending}
                disabled={locked}
                aria-label={`Accept ${name}`}
                onClick={() => void connect()}
              >
                Accept
              </Button>
            )}
            <Button onClick={onDrop}>{isOpen ? 'Not now' : 'Dismiss'}</Button>
          </div>
          {accept.error !== null && <FieldError>{messageOf(accept.error)}</FieldError>}
        </div>
      )}
    </Panel>
  );
}
