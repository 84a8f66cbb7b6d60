import { useContext, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../../access/useCan';
import { useSession } from '../../providers/session';
import { Manifests } from '../navigation/useAppNavigation';
import { type Entry, matching } from './entries';
import { type Recent, readRecent, saveRecent } from './recent';
import { useActs } from './useActions';
import { usePlaces } from './usePlaces';
import { iconOf, useRecords } from './useRecords';

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
