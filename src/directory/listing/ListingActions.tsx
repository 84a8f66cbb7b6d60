import { useState } from 'react';
import { useLocation } from 'react-router';
import { member } from '../../../domain/access/ability';
import { connections } from '../../../domain/connections/contract';
import { useCan, usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useCall } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { WatchLicense } from '../../resources/licenses/WatchLicense';
import { MessagePartner } from '../../shell/MessagePartner';
import { Button } from '../../ui/Button';
import { AddToList } from '../lists/AddToList';
import type { Entry } from '../lists/ListDialogs';
import { WaysIn } from '../WaysIn';

type Props = { name: string; entry: Entry };

/** What a reader does with a listing: connects with someone there, by their link, or puts it in a list. */
export function ListingActions({ name, entry }: Props) {
  const isSignedIn = useSessionState().status === 'signed-in';
  const { pathname } = useLocation();
  const { can } = useCan();
  const personOnly = usePersonOnly();
  const [asked, setAsked] = useState<'connect' | 'list' | null>(null);
  const close = () => setAsked(null);
  if (!isSignedIn) {
    return (
      <p className="muted small">
        <WaysIn returnTo={pathname} what="to connect and keep lists" />
      </p>
    );
  }
  return (
    <>
      {can(member) && <MessagePartner about={{ of: 'LISTING', ...entry }} label={`Message ${name}`} />}
      {can(member) && (
        <Button icon="bookmark" onClick={() => setAsked('list')}>
          Add to list
        </Button>
      )}
      {entry.listingType === 'license' && can(member) && <WatchLicense id={entry.listingId} />}
      <Button tone="primary" disabled={personOnly !== null} onClick={() => setAsked('connect')}>
        Connect
      </Button>
      {personOnly && <WhyNot reason={personOnly} />}
      {asked === 'list' && <AddToList name={name} entry={entry} onClose={close} />}
      {asked === 'connect' && <InviteSomeone name={name} onClose={close} />}
    </>
  );
}

/** Emails the reader's link to someone there: nobody's address is shown, so they type it. */
function InviteSomeone({ name, onClose }: { name: string; onClose: () => void }) {
  const { run } = useCall(connections.sendLink, { showsErrors: true });
  return (
    <Confirm<{ email: string }>
      title={`Connect with someone at ${name}`}
      act="Send invite"
      tone="primary"
      values={{ email: '' }}
      schema={connections.sendLink.query}
      fields={[{ name: 'email', label: 'Email', control: 'email', required: true, maxLength: 254 }]}
      run={({ email }, idempotencyKey) => run({ query: { email } }, { idempotencyKey })}
      success="We emailed your link."
      onClose={onClose}
    >
      <p>They get your link by email. Once they accept, you can message each other.</p>
    </Confirm>
  );
}
