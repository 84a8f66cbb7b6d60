import { useLogout } from '@refinedev/core';
import { useState } from 'react';
import { type AccountDeletion, emptiesOrganization } from '../../../domain/session/account';
import { session as calls } from '../../../domain/session/contract';
import { listed } from '../../../domain/text';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { Confirm } from '../../kit/form/questions/Confirm';
import { Prompt } from '../../kit/form/questions/Prompt';
import { useExportUnderWay } from '../../kit/list/export/export-file';
import { useExport } from '../../kit/list/export/useExport';
import { messageOf } from '../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { settings } from '../../providers/settings';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/states';
import css from '../profile.module.css';

/** The person's own data: a copy of it, and the end of the account. */
export function OwnData() {
  const personOnly = usePersonOnly();
  const start = useExport('profile.export', calls.exportMine);
  const isUnderWay = useExportUnderWay() !== null;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <p className="muted">
        Your profile, memberships, connections, blocked users, sessions, messages, and the orders, comments and problem
        reports you wrote, in one JSON file.
      </p>
      <div className={css.acts}>
        <Button
          icon="download"
          busy={isUnderWay}
          disabled={personOnly !== null}
          onClick={() => void start({}, 'download your data')}
        >
          Download your data
        </Button>
        <Button tone="danger" disabled={personOnly !== null} onClick={() => setDeleting(true)}>
          Delete account
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
      {isDeleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </>
  );
}

/** Says what deleting the account ends and what it keeps, and asks for the email; or says what has to happen first. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { data, error } = useCallQuery(calls.deletion, {}, { staleTime: 0 });
  if (!data) {
    return (
      <Prompt title="Delete your account?" onClose={onClose}>
        {error ? <p>{messageOf(error)}</p> : <Skeleton height="120px" />}
      </Prompt>
    );
  }
  if (data.blockers.length === 0) return <Question places={data.places} onClose={onClose} />;
  return (
    <Prompt title="You can’t delete your account yet" onClose={onClose}>
      {data.blockers.map((blocker) => (
        <p key={blocker}>{blocker}</p>
      ))}
    </Prompt>
  );
}

function Question({ places, onClose }: Pick<AccountDeletion, 'places'> & { onClose: () => void }) {
  const { email } = useSession().user;
  const { run } = useCall(calls.deleteMe, { showsErrors: true });
  const { mutate: signOut } = useLogout();
  const emptied = places.filter(emptiesOrganization).map(({ orgName }) => orgName);
  return (
    <Confirm<{ email: string }>
      title="Delete your account?"
      act="Delete account"
      cancel="Keep account"
      values={{ email: '' }}
      fields={[{ name: 'email', label: `To confirm, type ${email}`, required: true, autoComplete: 'off' }]}
      run={(body) => run({ body })}
      onDone={() => signOut()}
      onClose={onClose}
    >
      <p>
        Your name, email, pictures{settings.signsInOutside ? '' : ', password'} and tracking system keys are deleted,
        and you’re signed out everywhere
        {places.length > 0 && `. You leave ${listed(places.map(({ orgName }) => orgName))}`}. This can’t be undone.
        {settings.signsInOutside && ' Your account at your sign-in provider stays.'}
      </p>
      {emptied.length > 0 && (
        <p>Nobody else is in {listed(emptied)}: open invitations stop working, and its brands leave the marketplace.</p>
      )}
      <p className="muted">
        Orders, comments, messages and history stay, under “Former member”: your organizations and the businesses they
        trade with need them for their records. History entries about your membership and your invites keep your email,
        and businesses keep the contacts they added themselves, such as key people.
      </p>
    </Confirm>
  );
}
