import { useEffect, useRef, useState } from 'react';
import { team as calls } from '../../../../domain/team/contract';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field, TextInput } from '../../../ui/Field';
import { dateHere } from '../../../ui/reader-dates';
import { nameOf } from '../people';
import css from '../team.module.css';
import type { TeamAction } from './actions';

type Act = Extract<TeamAction, { kind: 'invited' } | { kind: 'resend' | 'reset' }>;
type Link = { inviteLink: string; expiresAt: string };

const TITLES = { invited: 'Invitation sent', resend: 'Resend the invitation?', reset: 'Get a new link?' };

/** Resends an invitation or replaces its link, after asking, and shows the link to share. */
export function InviteLinkDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { kind, person } = act;
  const orgId = useSession().scope?.orgId ?? 0;
  const [link, setLink] = useState<Link | null>(
    act.kind === 'invited' ? { inviteLink: act.link, expiresAt: act.expiresAt } : null,
  );
  const { run } = useCall(kind === 'reset' ? calls.resetInviteLink : calls.resendInvitation, { showsErrors: true });
  if (!link) {
    return (
      <Confirm
        title={TITLES[kind]}
        act={kind === 'reset' ? 'Get a new link' : 'Resend invitation'}
        tone="primary"
        run={() => run({ params: { orgId, id: person.id } })}
        onDone={setLink}
        staysOpen
        onClose={onClose}
      >
        {kind === 'reset' ? (
          <p>The link {nameOf(person)} has stops working. We show you the new one but don’t email it.</p>
        ) : (
          <p>We email {person.email} the same link again. It works for another 14 days.</p>
        )}
      </Confirm>
    );
  }
  return (
    <Dialog
      title={kind === 'reset' ? 'New link ready' : 'Invitation sent'}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        {kind === 'reset'
          ? 'The old link no longer works. We didn’t email the new one, so share it yourself.'
          : `We emailed ${person.email} an invitation. You can also share this link.`}
      </p>
      <CopyLink {...link} />
    </Dialog>
  );
}

function CopyLink({ inviteLink, expiresAt }: Link) {
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => input.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(inviteLink);
      setSaid('Copied');
    } catch {
      input.current?.select();
      setSaid('Press Ctrl+C or ⌘C to copy');
    }
  };
  return (
    <div className={css.link}>
      <Field label="Invitation link" hint={said || `Expires ${dateHere(expiresAt)}. Works for that email only.`}>
        <TextInput ref={input} readOnly value={inviteLink} onFocus={({ target }) => target.select()} />
      </Field>
      <Button icon="copy" onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status" className="v-hidden">
        {said}
      </span>
    </div>
  );
}
