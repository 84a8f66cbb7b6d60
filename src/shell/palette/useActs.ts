import { useMemo } from 'react';
import { signOut } from '../../providers/auth';
import { useSession } from '../../providers/session';
import { selectOrganisation, simulate } from '../../providers/session-store';
import { reportError } from '../../providers/snackbar';
import type { IconName } from '../../ui/Icon';
import type { ThemeMode } from '../../ui/theme';
import { discardFirst } from '../DiscardFirst';
import { APPEARANCES, useAppearance } from '../useAppearance';
import type { Entry } from './entries';
import { openSheet } from './open';

const MODE_ICONS: Record<ThemeMode, IconName> = { system: 'compact', light: 'sun', dark: 'moon' };

/** What can be done from anywhere. */
export function useActs(): readonly Entry[] {
  const { user, orgs, organisation, seenAs } = useSession();
  const [mode, setMode] = useAppearance();
  return useMemo(() => {
    const act = (id: string, label: string, hint: string, icon: IconName, run: () => void): Entry => ({
      id: `act ${id}`,
      group: 'Do',
      label,
      hint,
      icon,
      run,
    });
    // The temporary token is good for one organization.
    const switching = orgs
      .filter(({ id }) => id !== organisation?.id && !user.impersonatedBy)
      .map(({ id, name }) =>
        act(`organisation ${id}`, `Switch to ${name}`, 'Organization', 'building', () =>
          discardFirst(() => void selectOrganisation(id).catch((error: unknown) => reportError(error))),
        ),
      );
    const modes = (Object.keys(APPEARANCES) as ThemeMode[])
      .filter((other) => other !== mode)
      .map((other) =>
        act(`theme ${other}`, `Appearance: ${APPEARANCES[other]}`, 'Theme', MODE_ICONS[other], () => setMode(other)),
      );
    const leaving = user.impersonatedBy
      ? act(
          'sign-out',
          `Stop acting for ${user.firstName} ${user.lastName}`,
          'Impersonation',
          'user',
          () => void signOut(),
        )
      : act('sign-out', 'Log Out', 'Sign out', 'user', () => discardFirst(() => void signOut()));
    return [
      ...(seenAs ? [act('leave', `Stop seeing as ${seenAs.name}`, '', 'close', () => simulate(null))] : []),
      ...switching,
      ...modes,
      act('shortcuts', 'Keyboard shortcuts', '?', 'keyboard', () => openSheet('shortcuts')),
      leaving,
    ];
  }, [user, orgs, organisation, seenAs, mode, setMode]);
}
