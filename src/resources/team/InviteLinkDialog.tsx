import { useEffect, useRef, useState } from 'react';
import { team as calls } from '../../../domain/organization/team-contract';
import { messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { useCall } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, FieldError, TextInput } from '../../ui/Field';
import { dateHere } from '../../ui/reader-dates';
import type { TeamAct } from './acts';
import { nameOf } from './people';

type Act = Extract<TeamAct, { kind: 'invited' } | { kind: 'resend' | 'reset' }>;
type Link = { inviteLink: string; expiresAt: string };

const TITLES = { invited: 'Invitation sent', resend: 'Send the invitation again?', reset: 'Make a new link?' };

/** Mails an invitation again or replaces its link, after asking, and gives the link to hand over. */
export function InviteLinkDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { kind, person } = act;
  const orgId = useSession().scope?.orgId ?? 0;
  const [link, setLink] = useState<Link | null>(
    act.kind === 'invited' ? { inviteLink: act.link, expiresAt: act.expiresAt } : null,
  );
  const { run, isPending, error } = useCall(kind === 'reset' ? calls.resetInviteLink : calls.resendInvitation, {
    showsErrors: true,
  });
  const go = async () => {
    const result = await run({ params: { orgId, id: person.id } });
    if (result.ok) setLink(result.value);
  };
  const done = kind === 'reset' ? 'The new link is ready' : 'Invitation sent';
  return (
    <Dialog
      title={link ? done : TITLES[kind]}
      onClose={onClose}
      closable={!isPending}
      actions={
        link ? (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button tone="primary" busy={isPending} onClick={() => void go()}>
              {kind === 'reset' ? 'Make a new link' : 'Send again'}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <>
          <p>
            {kind === 'reset'
              ? 'The old link no longer works. Nothing was mailed: hand the new one over yourself.'
              : `A letter with this link is on its way to ${person.email}. You can also hand the link over yourself.`}
          </p>
          <CopyLink {...link} />
        </>
      ) : kind === 'reset' ? (
        <p>The link {nameOf(person)} has now stops working at once. The new one is shown here and not mailed.</p>
      ) : (
        <p>{person.email} gets the same link by mail once more, and 14 more days to use it.</p>
      )}
      {error !== null && <FieldError>{messageOf(error)}</FieldError>}
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
    <div className="t-link">
      <Field label="Invitation link" hint={said || `Works until ${dateHere(expiresAt)}, for that address alone.`}>
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
