import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { INVITE_CODE_LENGTH } from '../../../domain/team/invitation';
import { ConnectionInvitation } from '../../connections/ConnectionInvitation';
import { useSessionState } from '../../providers/session';
import { saveInvitation } from '../../providers/session/pending-invitation';
import { BrandInvitation } from '../../resources/brands/BrandInvitation';
import { OrgInvitation } from '../../resources/team/OrgInvitation';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import { InviteCard, UnknownCode } from '../../shell/invitations/InviteCard';
import { ConfirmAddress, confirmsWithPassword } from './ConfirmAddress';

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
