import { useLogout } from '@refinedev/core';
import { useContext } from 'react';
import { create } from 'zustand';
import type { KeptAct } from '../../providers/kept/here';
import { hasStore } from '../../providers/kept/here';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { inWords } from '../kept/useSendKept';
import { Manifests } from '../navigation/useAppNavigation';

type Asked = { unsent: readonly KeptAct[]; leave: () => void };
const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));
const ask = (asked: Asked | null): void => useAsked.setState({ asked });

type Options = { keepsInvitation?: boolean };

/** Signs out, asking first if something kept on this device isn’t sent yet. */
export function useSignOut(): (options?: Options) => Promise<void> {
  const { mutate: signOut } = useLogout<Options>();
  return async (options = {}) => {
    const leave = () => signOut(options);
    const unsent = await unsentNow();
    if (unsent.length > 0) ask({ unsent, leave });
    else leave();
  };
}

async function unsentNow(): Promise<readonly KeptAct[]> {
  try {
    if (!(await hasStore())) return [];
    const { readKept } = await import('../../providers/kept/acts');
    return await readKept();
  } catch {
    // Without its code there is nothing to say; what is kept stays kept.
    return [];
  }
}

/** The dialog of `useSignOut`. */
export function SignOutQuestion() {
  const manifests = useContext(Manifests);
  const asked = useAsked(({ asked: one }) => one);
  if (asked === null) return null;
  const { unsent, leave } = asked;
  const stay = () => ask(null);
  return (
    <Dialog
      title="Sign out before everything is sent?"
      onClose={stay}
      actions={
        <>
          <Button
            tone="danger"
            onClick={() => {
              stay();
              leave();
            }}
          >
            Sign out
          </Button>
          <Button tone="primary" onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        {inWords(unsent, manifests)} of yours {unsent.length === 1 ? 'is' : 'are'} on this device only, not sent or
        refused. If you sign out, nothing is lost, but nothing is sent until you sign in on this device again.
      </p>
    </Dialog>
  );
}
