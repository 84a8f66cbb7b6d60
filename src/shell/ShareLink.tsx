import { useContext, useState } from 'react';
import type { LoadShare } from '../providers/manifest';
import { useSession } from '../providers/session';
import { IconButton } from '../ui/Button';
import { type LazyDialog, lazyDialog } from '../ui/lazy';
import { Manifests } from './navigation/useAppNavigation';

type Sharing = LazyDialog<{ link: string; onClose: () => void }>;
const dialogs = new WeakMap<LoadShare, Sharing>();

/** The dialog of a part that sends links, made once. */
function dialogOf(load: LoadShare): Sharing {
  const made =
    dialogs.get(load) ??
    lazyDialog(async () => {
      const { ShareDialog } = await load();
      return ({ link, onClose }: { link: string; onClose: () => void }) => <ShareDialog link={link} onDone={onClose} />;
    });
  dialogs.set(load, made);
  return made;
}

/** Sends the page at a path in a message; nothing where messages are switched off, or aren't the reader's own. */
export function ShareLink({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const { seenAs, user } = useSession();
  const share = useContext(Manifests).find(({ shares }) => shares !== undefined)?.shares;
  if (!share || seenAs || user.impersonatedBy) return null;
  const { Part, prefetch } = dialogOf(share);
  return (
    <>
      <IconButton
        icon="chat"
        label="Share in a message"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      />
      {isOpen && <Part link={`${location.origin}${path}`} onClose={() => setOpen(false)} />}
    </>
  );
}
