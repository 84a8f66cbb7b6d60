import { useEffect, useRef } from 'react';
import { useSessionState } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useSignOut } from './useSignOut';

/** The session expired: sign-in opens in another tab, so this page keeps what was typed. */
export function SessionEnded() {
  const state = useSessionState();
  return state.status === 'signed-in' && state.hasEnded ? <SignInAgain /> : null;
}

function SignInAgain() {
  const signOut = useSignOut();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Dialog
      title="Please sign in again"
      width={400}
      closable={false}
      onClose={() => {}}
      actions={
        <>
          <Button onClick={() => void signOut()}>Sign out</Button>
          <a
            ref={link}
            className="v-button v-primary"
            href="/login?returnTo=/signed-in-again"
            target="_blank"
            rel="noopener opener"
          >
            Sign in
          </a>
        </>
      }
    >
      <p>Your session ended. Sign in opens a new tab. Then come back here: this page stays as you left it.</p>
    </Dialog>
  );
}
