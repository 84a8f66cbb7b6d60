import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { INVITE_CODE_LENGTH } from '../../../domain/invite-code';
import { session as calls } from '../../../domain/session/contract';
import { usePersonOnly } from '../../access/useCan';
import { ConnectionInvitation } from '../../connections/ConnectionInvitation';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { dropInvitation, saveInvitation } from '../../providers/session/pending-invitation';
import { safePath } from '../../providers/session/safe-path';
import { userChanged } from '../../providers/session/session-store';
import { settings } from '../../providers/settings';
import { showSnack } from '../../providers/snackbar';
import { BrandInvitation } from '../../resources/brands/BrandInvitation';
import { OrgInvitation } from '../../resources/team/OrgInvitation';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import { InviteCard, UnknownCode, WaysIn } from '../../shell/invitations/InviteCard';
import { ResendVerification } from '../../shell/session/ResendVerification';
import { FieldError } from '../../ui/Field';

const TYPES: readonly unknown[] = ['ORG_INVITE', 'BRAND_INVITE', 'CONNECTION_INVITE', 'VERIFY_EMAIL'];

/** The target of invitation links and of a person’s own link, `/connect?code=…`, signed in or not. Keeps the code while the person signs in. */
export default function AcceptInvite() {
  const state = useSessionState();
  const [parameters] = useSearchParams();
  const code = parameters.get('invite_code') ?? '';
  const type = parameters.get('invite_type');
  const isKnown = TYPES.includes(type);
  const isUsable = code.length === INVITE_CODE_LENGTH && isKnown;
  const isSignedOut = state.status === 'signed-out';

  const isConfirmedElsewhere = type === 'VERIFY_EMAIL' && confirmsWithPassword;

  useEffect(() => {
    if (isSignedOut && isUsable && !isConfirmedElsewhere) saveInvitation(parameters);
  }, [isSignedOut, isUsable, isConfirmedElsewhere, parameters]);

  if (state.status === 'loading') return <LoadingScreen />;
  const ownCode = parameters.get('code');
  if (ownCode !== null) {
    const query = new URLSearchParams({ invite_code: ownCode, invite_type: 'CONNECTION_INVITE' });
    return <Navigate replace to={`/accept?${query}`} />;
  }
  if (!isKnown) {
    return (
      <InviteCard title="This link doesn’t work">
        <p role="alert">unknown invite type, cannot fetch</p>
        <p>Open the full link from the email again. If it still doesn’t work, ask the sender for a new one.</p>
      </InviteCard>
    );
  }
  if (!isUsable) return <UnknownCode />;
  const redirect = parameters.get('redirect');
  if (type === 'BRAND_INVITE') return <BrandInvitation code={code} />;
  if (type === 'CONNECTION_INVITE') return <ConnectionInvitation code={code} email={parameters.get('invited_email')} />;
  if (type === 'ORG_INVITE') return <OrgInvitation code={code} redirect={redirect} />;
  return <ConfirmAddress code={code} email={parameters.get('invited_email')} redirect={redirect} />;
}

/** The embedded provider confirms an email with the sign-up password before anyone can sign in with it. */
const confirmsWithPassword = !settings.signsInOutside;

type Props = { code: string; email: string | null; redirect: string | null };

/** Confirms the signed-in person's email with the code from the link. */
function ConfirmAddress({ code, email, redirect }: Props) {
  const state = useSessionState();
  const navigate = useNavigate();
  const personOnly = usePersonOnly();
  const { run, error } = useCall(calls.verifyEmail, { showsErrors: true });
  const isReady = state.status === 'signed-in' && personOnly === null;
  const isAsked = useRef(false);
  const isSignedOut = state.status === 'signed-out';

  useEffect(() => {
    if (isSignedOut && confirmsWithPassword) location.replace(`/oidc/verify-email?code=${code}`);
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
