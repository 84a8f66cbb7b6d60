import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { APPS, requirementOf } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import { isAbort } from '../../providers/call/call-errors';
import type { Found, Manifest, Screen } from '../../providers/manifest';
import { useSession } from '../../providers/session';
import { choose, selectOrganization, simulate } from '../../providers/session/session-store';
import { reportError } from '../../providers/snackbar';
import { useDebounced } from '../../ui/hooks';
import type { IconName } from '../../ui/Icon';
import { useOffers } from '../../ui/offers';
import type { ThemeMode } from '../../ui/theme';
import { isMobileDevice } from '../navigation/device';
import { Manifests, useAppNavigation } from '../navigation/useAppNavigation';
import { discardFirst } from '../questions/DiscardFirst';
import { useSignOut } from '../session/useSignOut';
import { APPEARANCES, useAppearance } from '../useAppearance';
import { type Entry, matching } from './entries';
import { openSheet } from './open';
import { type Recent, readRecent, saveRecent } from './recent';

export type Choice = Entry & { recent: Recent };

/** The palette's entries for the typed text: recent choices first while empty, and never anything forbidden. */
export function usePalette(text: string) {
  const { user, scope } = useSession();
  const { can } = useCan();
  const manifests = useContext(Manifests);
  const navigate = useNavigate();
  const places = usePlaces();
  const acts = useActs();
  const term = text.trim();
  const { records, isSearching, hasFailed } = useRecords(term);
  const before = useMemo(() => readRecent(user.id), [user.id]);

  const plain = (entry: Entry): Choice => ({ ...entry, recent: { id: entry.id, record: null } });
  const recordChoice = (record: NonNullable<Recent['record']>, group?: string): Choice[] => {
    const manifest = manifests.find(({ name }) => name === record.manifest);
    if (!manifest || record.orgId !== scope?.orgId || !can(manifest.requires)) return [];
    const { path, label, hint } = record;
    const id = `record ${path}`;
    const run = () => void navigate(path);
    return [{ id, group: group ?? manifest.label, label, hint, icon: iconOf(manifest), run, recent: { id, record } }];
  };
  const always = [...places, ...acts];
  const recents = before.flatMap(({ id, record }) => {
    if (record) return recordChoice(record, 'Recent');
    return always.filter((entry) => entry.id === id).map((entry) => plain({ ...entry, group: 'Recent' }));
  });
  const found = records.flatMap(({ manifest: { name }, found }) =>
    recordChoice({ orgId: scope?.orgId ?? 0, manifest: name, ...found }),
  );
  const choices =
    term === ''
      ? [...recents, ...always.filter(({ id }) => !recents.some((recent) => recent.id === id)).map(plain)]
      : [...matching(always, term).map(plain), ...found];

  const choose = (choice: Choice) => {
    saveRecent(user.id, choice.recent);
    choice.run();
  };
  return { choices, choose, isSearching, hasFailed };
}

const LEAST = 2;
const DEBOUNCE_MS = 200;

type FoundRecord = { manifest: Manifest; found: Found };

/** A record's icon and group. */
const iconOf = ({ app }: Manifest) => APPS[app].icon;

/** Records whose number or name contains the typed text, from every part of the app the person may read. */
function useRecords(text: string): {
  records: readonly FoundRecord[];
  isSearching: boolean;
  hasFailed: boolean;
} {
  const manifests = useContext(Manifests);
  const { scope } = useSession();
  const { can } = useCan();
  const settled = useDebounced(text, DEBOUNCE_MS);
  const isAsked = text.length >= LEAST && settled.length >= LEAST && scope !== null;
  const finders = manifests.filter(({ finds, requires }) => finds && can(requires));
  const { data, isFetching } = useQuery({
    queryKey: ['palette', settled, finders.map(({ name }) => name)],
    enabled: isAsked,
    meta: { topics: [] },
    queryFn: async ({ signal }) => {
      const all = await Promise.allSettled(
        finders.map(async (manifest) => {
          const found = (scope && (await manifest.finds?.(settled, scope, { signal }))) ?? [];
          return found.map((one) => ({ manifest, found: one }));
        }),
      );
      const failures = all.filter((one) => one.status === 'rejected');
      return {
        records: all.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
        hasFailed: failures.some(({ reason }) => !isAbort(reason)),
      };
    },
  });
  return {
    records: isAsked ? (data?.records ?? []) : [],
    isSearching: (text.length >= LEAST && text !== settled) || (isAsked && isFetching),
    hasFailed: isAsked && data?.hasFailed === true,
  };
}

/** Pages that can be found by name; navigation entries follow the navigation's rules. */
function isPlace(
  { app }: Manifest,
  { path, title, nav, layout, isPublic, isUnlisted, isDesktopOnly }: Screen,
): boolean {
  if (isPublic || isUnlisted || title === '' || (layout ?? 'default') !== 'default') return false;
  if (path.includes(':') || path.includes('*') || nav) return false;
  return !(isMobileDevice() && (isDesktopOnly || APPS[app].isDesktopOnly));
}

/** Every page the person may open. */
function usePlaces(): readonly Entry[] {
  const manifests = useContext(Manifests);
  const apps = useAppNavigation();
  const { can } = useCan();
  const navigate = useNavigate();
  return useMemo(() => {
    const place = (path: string, label: string, app: (typeof apps)[number]['id']): Entry => ({
      id: `place ${path}`,
      group: 'Go to',
      label,
      hint: APPS[app].label === label ? '' : APPS[app].label,
      icon: APPS[app].icon,
      run: () => void navigate(path),
    });
    return [
      ...apps.flatMap(({ id, items }) => items.map(({ path, label }) => place(path, label, id))),
      ...manifests.flatMap((manifest) =>
        manifest.screens
          .filter((screen) => isPlace(manifest, screen) && can(requirementOf(manifest, screen)))
          .map(({ path, title }) => place(`/${path}`, title, manifest.app)),
      ),
    ];
  }, [manifests, apps, can, navigate]);
}

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
function useActs(): readonly Entry[] {
  const { user, seenAs } = useSession();
  const [mode, setMode] = useAppearance();
  const here = useOffers().map(({ label, run }) => act(`here ${label}`, label, 'On this page', 'download', run));
  const contexts = useContextActs().map(({ id, label, hint, run }) => act(id, label, hint, 'building', run));
  const beginnings = useBeginnings();
  const signOut = useSignOut();
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
      ? act('sign-out', stopping, 'Impersonation', 'user', () => void signOut())
      : act('sign-out', 'Sign out', 'Sign out', 'user', () => discardFirst(() => void signOut())),
  ];
}

type ContextAction = { id: string; label: string; hint: string; run: () => void };

/** Other organizations, companies and licenses to switch to. */
function useContextActs(): ContextAction[] {
  const { user, orgs, organization, sellerCompany, buyerCompany, buyerLicense } = useSession();
  const act = (id: string, label: string, hint: string, run: () => void): ContextAction => ({ id, label, hint, run });
  // The temporary token covers one organization only.
  const organizations = user.impersonatedBy ? [] : orgs.filter(({ id }) => id !== organization?.id);
  const sellers = organization?.companies.filter(({ companyId }) => companyId !== sellerCompany?.companyId) ?? [];
  const buyers = organization?.buyerCompanies.filter(({ id }) => id !== buyerCompany?.id) ?? [];
  const licenses = buyerCompany?.buyerLicenses.filter(({ id }) => id !== buyerLicense?.id) ?? [];
  return [
    ...organizations.map(({ id, name }) =>
      act(`organization ${id}`, `Switch to ${name}`, 'Organization', () =>
        discardFirst(() => void selectOrganization(id).catch((error: unknown) => reportError(error))),
      ),
    ),
    ...sellers.map(({ companyId, name }) =>
      act(`seller ${companyId}`, `Sell as ${name}`, 'Company', () =>
        discardFirst(() => choose({ sellerCompanyId: companyId })),
      ),
    ),
    ...buyers.map(({ id, dba, businessLicenseName }) =>
      act(`buyer ${id}`, `Buy as ${dba ?? businessLicenseName}`, 'Company', () =>
        discardFirst(() => choose({ buyerCompanyId: id, buyerLicenseId: null })),
      ),
    ),
    ...licenses.map(({ id, license }) =>
      act(`license ${id}`, `Buy for ${licenseDisplayName(license)}`, 'License', () => choose({ buyerLicenseId: id })),
    ),
  ];
}
