import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { session as calls } from '../../../domain/session/contract';
import { usePersonOnly } from '../../access/useCan';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { safePath } from '../../providers/session/auth';
import { dropInvitation } from '../../providers/session/pending-invitation';
import { userChanged } from '../../providers/session/session-store';
import { settings } from '../../providers/settings';
import { showSnack } from '../../providers/snackbar';
import { InviteCard, WaysIn } from '../../shell/invitations/InviteCard';
import { ResendVerification } from '../../shell/session/ResendVerification';
import { FieldError } from '../../ui/Field';

/** The embedded provider confirms an email with the sign-up password before anyone can sign in with it. */
export const confirmsWithPassword = settings.oidcAuthority === `${location.origin}/oidc`;

type Props = { code: string; email: string | null; redirect: string | null };

/** Confirms the signed-in person's email with the code from the link. */
export function ConfirmAddress({ code, email, redirect }: Props) {
  const state = useSessionState();
  const navigate = useNavigate();
  const personOnly = usePersonOnly();
  const { run, error } = useCall(calls.verifyEmail, { showsErrors: true });
  const isReady = state.status === 'signed-in' && personOnly === null;
  const isAsked = useRef(false);
  const isSignedOut = state.status === 'signed-out';

  useEffect(() => {
    if (isSignedOut && confirmsWithPassword) location.replace(`${settings.oidcAuthority}/verify-email?code=${code}`);
  }, [isSignedOut, code]);

  useEffect(() => {
    if (!isReady || isAsked.current) return;
    isAsked.current = true;
    void run({ body: { inviteCode: code } }).then((result) => {
      dropInvitation();
      if (!result.ok) return;
      userChanged(result.value);
      showSnack({ status: 'success', message: 'Email confirmed.' });
      void navigate(safePath(redirect) ?? '/marketplace', { replace: true });
    });
  }, [isReady, code, redirect, run, navigate]);

  return (
    <InviteCard title="Confirm your email">
      {isSignedOut && !confirmsWithPassword && (
        <>
          <p>Sign in{email ? ` as ${email}` : ''} to confirm this email is yours.</p>
          <WaysIn email={email ?? undefined} isNew={false} />
        </>
      )}
      {isReady && error === null && <p role="status">Confirming your email…</p>}
      {(personOnly ?? error) !== null && <FieldError>{personOnly ?? messageOf(error)}</FieldError>}
      {isReady && error !== null && <ResendVerification />}
    </InviteCard>
  );
}
