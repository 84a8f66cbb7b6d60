import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { session as calls } from '../../../domain/session/contract';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { signIn } from '../../providers/session/auth';
import type { SignInEnd } from '../../providers/session/provider-pages';
import { settings } from '../../providers/settings';
import css from '../../shell/shell.module.css';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Skeleton } from '../../ui/states';
import { OtherAccount } from './OtherAccount';

type Offer = Extract<SignInEnd, { kind: 'link' }>;

/** An account that is signed in to in another way now: asks whether to link it, and is where the emailed link leads. */
export default function LinkAccount() {
  const [params] = useSearchParams();
  const given = useLocation().state as Offer | null;
  const code = settings.signsInOutside ? params.get('code') : null;
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        {code ? <FollowLink code={code} /> : given?.kind === 'link' ? <AskForLink {...given} /> : <NothingToLink />}
      </div>
    </div>
  );
}

function AskForLink({ email, ticket, path }: Offer) {
  const { run, isPending, error } = useCall(calls.mailLink, { showsErrors: true });
  const [isSent, setSent] = useState(false);
  const send = async () => setSent((await run({ body: { ticket } })).ok);
  return (
    <>
      <h1>{isSent ? 'Check your email' : 'This account signs in another way now'}</h1>
      {isSent ? (
        <p role="status">
          We emailed <strong>{email}</strong> a link. Open it within an hour to keep your account.
        </p>
      ) : (
        <p>
          <strong>{email}</strong> already has an account here, with another way to sign in. To link it to the way you
          just signed in, open a link we email you.
        </p>
      )}
      {error !== null && <FieldError>{messageOf(error)}</FieldError>}
      <Button tone={isSent ? 'plain' : 'primary'} busy={isPending} onClick={() => void send()}>
        {isSent ? 'Email it again' : 'Email me a link'}
      </Button>
      <OtherAccount returnTo={path} />
    </>
  );
}

function FollowLink({ code }: { code: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const go = () =>
    signIn({ returnTo: '/marketplace', linkCode: code }).catch((error: unknown) => setFailure(messageOf(error)));
  return (
    <>
      <h1>Link your account</h1>
      <p>
        Sign in once more, the new way. From then on your account opens with it, and no longer with the way you signed
        in before.
      </p>
      {failure && <FieldError>{failure}</FieldError>}
      <Button tone="primary" onClick={() => void go()}>
        Link and sign in
      </Button>
      <Link to="/">Don’t link</Link>
    </>
  );
}

/** Whoever opens the address by hand, or an emailed link where people sign in with a password. */
function NothingToLink() {
  const { status } = useSessionState();
  if (status === 'loading') return <Skeleton height="96px" />;
  const canGetLink = settings.signsInOutside && status !== 'signed-in';
  return (
    <>
      <h1>{canGetLink ? 'Link your account' : 'There is nothing to link'}</h1>
      <p>
        {canGetLink
          ? 'Open the link we emailed you, or sign in to get one.'
          : settings.signsInOutside
            ? 'You are signed in, so your account is linked.'
            : 'You sign in with your email and password here.'}
      </p>
      <Link className="v-button v-primary" to={status === 'signed-in' ? '/marketplace' : '/login'}>
        {status === 'signed-in' ? 'Go to Verdant' : 'Sign in'}
      </Link>
    </>
  );
}
