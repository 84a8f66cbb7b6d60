import { useContext } from 'react';
import { Link } from 'react-router';
import { nameOf } from '../../../domain/session/account';
import type { CurrentUser } from '../../../domain/session/session';
import { requirementOf } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import { settings } from '../../providers/settings';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { Field, Select } from '../../ui/Field';
import { Popover } from '../../ui/Popover';
import { useInstall } from '../install';
import { Manifests } from '../navigation/useAppNavigation';
import { openSheet } from '../palette/open';
import { discardFirst } from '../questions/DiscardFirst';
import { useSignOut } from '../session/useSignOut';
import { APPEARANCES, useAppearance } from '../useAppearance';
import css from './AccountMenu.module.css';

type AccountMenuProps = { user: CurrentUser; anchor: HTMLElement; onClose: () => void };

/** Who is signed in, how the app looks to them, and the way out. */
export function AccountMenu({ user, anchor, onClose: close }: AccountMenuProps) {
  const manifests = useContext(Manifests);
  const { can } = useCan();
  const install = useInstall();
  const name = nameOf(user);
  const links = manifests.flatMap((manifest) =>
    manifest.screens
      .filter((screen) => screen.inProfileMenu && can(requirementOf(manifest, screen)))
      .map(({ title, path }) => ({ label: title, to: `/${path}` })),
  );
  return (
    <Popover anchor={anchor} onClose={close} role="dialog" label="Account" align="end" className={css.profile}>
      <div
        className={css.profileHead}
        style={user.coverImageUri ? { backgroundImage: `url(${JSON.stringify(user.coverImageUri)})` } : undefined}
      >
        <Avatar name={name} uri={user.profileImageUri} size={48} />
      </div>
      <p className={css.profileName}>{name}</p>
      <p className={css.profileMail}>{user.email}</p>
      <Appearance />
      <div className={css.profileActions}>
        <Button
          tone="quiet"
          onClick={() => {
            close();
            openSheet('palette');
          }}
        >
          Find anything
        </Button>
        {links.map(({ label, to }) => (
          <Link key={to} className="v-button v-quiet" to={to} onClick={close}>
            {label}
          </Link>
        ))}
        {install && (
          <Button tone="quiet" onClick={install}>
            Install app
          </Button>
        )}
        <a className="v-button v-quiet" href={`mailto:${settings.supportEmail}`}>
          Support
        </a>
        <SignOut />
      </div>
    </Popover>
  );
}

function SignOut() {
  const signOut = useSignOut();
  return (
    <Button tone="quiet" onClick={() => discardFirst(() => void signOut())}>
      Sign out
    </Button>
  );
}

function Appearance() {
  const [mode, setMode] = useAppearance();
  return (
    <div className={css.profileAppearance}>
      <Field label="Appearance">
        <Select
          value={mode}
          options={Object.entries(APPEARANCES).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setMode(event.target.value as typeof mode)}
        />
      </Field>
    </div>
  );
}
