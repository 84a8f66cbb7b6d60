import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ShareInvite } from '../../../../domain/network/shared-brand';
import { sharedBrands as calls } from '../../../../domain/network/shares-contract';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { isAskedElsewhere } from '../../../providers/session/refusals';
import { useResumable } from '../../../providers/session/resume';
import { FoundInvite } from '../../../shell/invitations/FoundInvite';
import { InviteCard } from '../../../shell/invitations/InviteCard';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';

/** A share's link: whose license it is of, and what the reader can do now. */
export default function ShareInvitation() {
  const { code = '' } = useParams();
  const found = useCallQuery(calls.byCode, { params: { code } });
  return (
    <FoundInvite read={found} invite={found.data}>
      {(invite) => <Found invite={invite} />}
    </FoundInvite>
  );
}

const sharedOf = ({ brand }: ShareInvite) => `/network/shared-licenses?brandId=${brand.id}`;

function Found({ invite }: { invite: ShareInvite }) {
  const { brand, holderName, licenseName, status } = invite;
  const what = (
    <p>
      {holderName} shares the packages of <strong>{brand.name}</strong> at license {licenseName} with the brand’s owner.
    </p>
  );
  switch (status) {
    case 'OWN':
      return (
        <InviteCard title="This is your own link">
          <p>Send it to the owner of {brand.name}.</p>
          <Link to="/network/shared-brands">Go to shared brands</Link>
        </InviteCard>
      );
    case 'YOURS':
      return (
        <InviteCard title={`${brand.name} is shared with you`}>
          {what}
          <Link className="v-button v-primary" to={sharedOf(invite)}>
            Go to shared licenses
          </Link>
        </InviteCard>
      );
    case 'TO_OPEN':
      return <ToOpen invite={invite}>{what}</ToOpen>;
    case 'UNCLAIMED':
      return (
        <InviteCard title={`Is ${brand.name} yours?`}>
          {what}
          <p>Nobody has the brand here yet. Claim it, then open this link again.</p>
          <Link className="v-button v-primary" to="/network/brands?new">
            Claim the brand
          </Link>
        </InviteCard>
      );
    default:
      return (
        <InviteCard title="This link isn’t for your organization">
          <p>It’s for the owner of {brand.name}. If that is another organization of yours, switch to it.</p>
        </InviteCard>
      );
  }
}

function ToOpen({ invite, children }: { invite: ShareInvite; children: ReactNode }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const open = useResumable('shares.open', async ({ code, to }: { code: string; to: string }) => {
    await call(calls.open, { params: { code } });
    void navigate(to, { replace: true });
  });
  const press = async () => {
    setBusy(true);
    try {
      await open({ code: invite.inviteCode, to: sharedOf(invite) }, `see ${invite.brand.name}`);
    } catch (error) {
      if (!isAskedElsewhere(error)) setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <InviteCard title={`See ${invite.brand.name} at ${invite.holderName}`}>
      {children}
      <Button tone="primary" busy={isBusy} onClick={() => void press()}>
        Open
      </Button>
      {failure !== null && <FieldError>{failure}</FieldError>}
    </InviteCard>
  );
}
