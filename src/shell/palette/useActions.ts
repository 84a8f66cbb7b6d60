import { useLogout } from '@refinedev/core';
import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../../access/useCan';
import { useSession } from '../../providers/session';
import { simulate } from '../../providers/session/session-store';
import type { IconName } from '../../ui/Icon';
import { useOffers } from '../../ui/offers';
import type { ThemeMode } from '../../ui/theme';
import { Manifests } from '../navigation/useAppNavigation';
import { discardFirst } from '../questions/DiscardFirst';
import { APPEARANCES, useAppearance } from '../useAppearance';
import type { Entry } from './entries';
import { openSheet } from './open';
import { useContextActs } from './useContextActions';

const MODE_ICONS: Record<ThemeMode, IconName> = { system: 'compact', light: 'sun', dark: 'moon' };

const act = (id: string, label: string, hint: string, icon: IconName, run: () => void): Entry => ({
  id: `act ${id}`,
  group: 'Actions',
  label,
  hint,
  icon,
  run,
});

/** The actions each part of the app offers to start from anywhere. */
function useBeginnings(): Entry[] {
  const manifests = useContext(Manifests);
  const { can } = useCan();
  const navigate = useNavigate();
  return manifests
    .flatMap(({ acts = [] }) => acts)
    .filter(({ requires }) => can(requires))
    .map(({ label, path, icon }) => act(`begin ${path}`, label, '', icon, () => void navigate(path)));
}

/** Actions available anywhere, and on the current screen. */
export function useActs(): readonly Entry[] {
  const { user, seenAs } = useSession();
  const [mode, setMode] = useAppearance();
  const here = useOffers().map(({ label, run }) => act(`here ${label}`, label, 'On this page', 'download', run));
  const contexts = useContextActs().map(({ id, label, hint, run }) => act(id, label, hint, 'building', run));
  const beginnings = useBeginnings();
  const { mutate: signOut } = useLogout();
  const modes = (Object.keys(APPEARANCES) as ThemeMode[])
    .filter((other) => other !== mode)
    .map((other) =>
      act(`theme ${other}`, `Appearance: ${APPEARANCES[other]}`, 'Theme', MODE_ICONS[other], () => setMode(other)),
    );
  const stopping = `Stop acting for ${user.firstName} ${user.lastName}`;
  return [
    ...here,
    ...beginnings,
    ...(seenAs ? [act('leave', `Stop viewing as ${seenAs.name}`, '', 'close', () => simulate(null))] : []),
    ...contexts,
    ...modes,
    act('shortcuts', 'Keyboard shortcuts', '?', 'keyboard', () => openSheet('shortcuts')),
    user.impersonatedBy
      ? act('sign-out', stopping, 'Impersonation', 'user', () => signOut())
      : act('sign-out', 'Sign out', 'Sign out', 'user', () => discardFirst(() => signOut())),
  ];
}
