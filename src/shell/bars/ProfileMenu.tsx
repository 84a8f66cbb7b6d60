import { nameOf } from '../../../domain/session/account';
import type { SignedIn } from '../../providers/session/session-state';
import { Avatar } from '../../ui/Avatar';
import { lazyDialog } from '../../ui/lazy';
import { useAnchored } from '../../ui/Menu';
import css from './ProfileMenu.module.css';

const AccountMenu = lazyDialog(async () => (await import('./AccountMenu')).AccountMenu);

/** The person's picture, which opens the menu of their account. */
export function ProfileMenu({ session: { user } }: { session: SignedIn }) {
  const { anchor, close, buttonProps } = useAnchored();
  const name = nameOf(user);
  return (
    <>
      <button
        type="button"
        className={css.avatarButton}
        aria-label={`Account: ${name}`}
        aria-haspopup="dialog"
        onPointerEnter={AccountMenu.prefetch}
        onFocus={AccountMenu.prefetch}
        {...buttonProps}
      >
        <Avatar name={name} uri={user.profileImageUri} size={32} />
      </button>
      {anchor && <AccountMenu.Part user={user} anchor={anchor} onClose={close} />}
    </>
  );
}
