import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { INVITE_CODE_LENGTH } from '../../domain/organization/team';
import { saveInvitation } from '../providers/pending-invitation';
import { useSessionState } from '../providers/session';
import { LoadingScreen } from '../shell/LoadingScreen';
import { ConfirmAddress, confirmsWithPassword } from './ConfirmAddress';
import { InviteCard, UnknownCode } from './InviteCard';
import { OrgInvitation } from './OrgInvitation';

/** The target of invitation links, signed in or not. Keeps the code while the person signs in. */
export default function AcceptInvite() {
  const state = useSessionState();
  const [parameters] = useSearchParams();
  const code = parameters.get('invite_code') ?? '';
  const type = parameters.get('invite_type');
  const isUsable = code.length === INVITE_CODE_LENGTH && (type === 'ORG_INVITE' || type === 'VERIFY_EMAIL');
  const isSignedOut = state.status === 'signed-out';

  const isConfirmedElsewhere = type === 'VERIFY_EMAIL' && confirmsWithPassword;

  useEffect(() => {
    if (isSignedOut && isUsable && !isConfirmedElsewhere) saveInvitation(parameters);
  }, [isSignedOut, isUsable, isConfirmedElsewhere, parameters]);

  if (state.status === 'loading') return <LoadingScreen />;
  if (type !== 'ORG_INVITE' && type !== 'VERIFY_EMAIL') {
    return (
      <InviteCard title="This link doesn’t work">
        <p role="alert">unknown invite type, cannot fetch</p>
        <p>Open the full link from the email again. If it still doesn’t work, ask the sender for a new one.</p>
      </InviteCard>
    );
  }
  if (!isUsable) return <UnknownCode />;
  return type === 'ORG_INVITE' ? (
    <OrgInvitation code={code} redirect={parameters.get('redirect')} />
  ) : (
    <ConfirmAddress code={code} email={parameters.get('invited_email')} redirect={parameters.get('redirect')} />
  );
}
