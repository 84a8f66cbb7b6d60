import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { stillOffered } from '../../../domain/filters';
import { useCan } from '../../access/useCan';
import { messageOf } from '../../providers/call/call-errors';
import { showSnack } from '../../providers/snackbar';
import { FilterBar } from '../../ui/filters';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import { Menu, type MenuEntry } from '../../ui/Menu';
import styles from './list.module.css';
import { leaveList } from './list-place';
import { QuickSearch } from './QuickSearch';
import type { ListToolsProps } from './types';
import type { SavedViews } from './views/useSavedViews';

const SavedViewDialogs = lazyDialog(async () => (await import('./views/SavedViewDialogs')).SavedViewDialogs);

/** Milliseconds without typing before in-memory rows are searched. */
const PAUSE_HERE_MS = 100;

/** What finds a list's records, for the toolbar of whatever shows them: search, saved views and filters. */
export function ListTools({ noun, address, isServed = true, views, children, ...props }: ListToolsProps) {
  const { filters, errors, setFilters } = address;
  const { search, pathname } = useLocation();
  useEffect(() => leaveList(pathname, search), [pathname, search]);
  const declared = props.filters;
  useEffect(() => {
    const offered = declared ? stillOffered(declared, filters, props.facets) : filters;
    if (offered === filters || !declared) return;
    const gone = declared.fields.filter(({ id }) => filters[id] !== offered[id]).map(({ label }) => `“${label}”`);
    setFilters(offered, { replace: true });
    showSnack({
      key: 'filters-gone',
      status: 'info',
      message: `We removed choices from ${gone.join(', ')} that don’t exist anymore or that you can’t see.`,
    });
  }, [declared, filters, props.facets, setFilters]);
  return (
    <>
      {props.search && (
        <QuickSearch
          {...props.search}
          {...(isServed ? {} : { pauseMs: PAUSE_HERE_MS })}
          filters={filters}
          onChange={setFilters}
        />
      )}
      {views?.isOffered && (
        <SavedViewMenu
          views={views}
          many={noun[1]}
          onNear={() => {
            SavedViewDialogs.prefetch();
            views.onNear();
          }}
        />
      )}
      {children}
      {declared && (
        <FilterBar
          filters={declared}
          facets={props.facets}
          values={filters}
          errors={errors}
          onApply={setFilters}
          onNear={props.onNearFilters}
        />
      )}
      {views?.question && <SavedViewDialogs.Part views={views} many={noun[1]} onClose={() => views.ask(null)} />}
    </>
  );
}

type View = NonNullable<SavedViews['active']>;

type SavedViewMenuProps = {
  views: SavedViews;
  /** The list's plural noun: "orders". */
  many: string;
  onNear: () => void;
};

/** The saved-searches menu: choose one to apply it; save, update, rename or delete. */
function SavedViewMenu({ views, many, onNear }: SavedViewMenuProps) {
  const { active, isChanged } = views;
  const { can, whyNot } = useCan();
  const mayMail = views.mailing !== null && can(views.mailing.requires);
  // An entry must not move away under the pointer when the searches above it arrive.
  const isKnown = views.list.data !== undefined || views.list.error !== null;
  const state = active ? `: ${active.name}${isChanged ? ', changed' : ''}` : '';
  return (
    <Menu
      label={`Saved searches${state}`}
      className={`v-button ${styles.views}`}
      onNear={onNear}
      entries={[...choices(views, many), ...(isKnown ? acts(views, whyNot(views.requires), mayMail) : [])]}
    >
      <Icon name="bookmark" size={18} />
      <span className={styles.viewName} data-wide={active ? undefined : true}>
        {active?.name ?? 'Saved searches'}
      </span>
      {isChanged && <span className={styles.changed}>changed</span>}
    </Menu>
  );
}

function choices({ list, active, isChanged, isAll, show, showAll }: SavedViews, many: string): MenuEntry[] {
  const all: MenuEntry = { label: `All ${many}`, checked: isAll, onSelect: showAll };
  if (list.error && !list.data) {
    return [all, { label: 'Try again', note: messageOf(list.error), onSelect: () => void list.refetch() }];
  }
  if (!list.data?.length) {
    const hint = list.data
      ? { label: 'No saved searches yet', note: `Filter and sort ${many}, then save the search here.` }
      : { label: 'Loading…' };
    return [all, { ...hint, disabled: true, onSelect: () => {} }];
  }
  return [
    all,
    ...list.data.map((search) => ({
      label: search.name,
      checked: search.id === active?.id,
      ...noteOf(search, search.id === active?.id && isChanged),
      onSelect: () => show(search),
    })),
  ];
}

/** Whose it is, unless it is the reader's alone. */
function noteOf({ isMine, isShared, by }: View, canReset: boolean): { note?: string } {
  if (canReset) return { note: 'Reset to saved search' };
  if (!isMine) return { note: `Shared by ${by}` };
  return isShared ? { note: 'Shared with your team' } : {};
}

/** Stays enabled without the plan: the platform then says which plan includes it. */
function acts(
  { active, isChanged, ask, update, share, copyLink }: SavedViews,
  whyNot: string | null,
  mayMail: boolean,
): MenuEntry[] {
  const note = whyNot === null ? {} : { note: whyNot };
  const save: MenuEntry = {
    label: active ? 'Save as new search…' : 'Save this search…',
    icon: 'plus',
    ...note,
    separated: true,
    onSelect: () => ask('save'),
  };
  if (!active) return [save];
  const link: MenuEntry = {
    label: 'Copy link',
    icon: 'copy',
    ...(active.isMine && !active.isShared && { note: 'Only you can open it until you share the search' }),
    onSelect: () => copyLink(active),
  };
  // A report is emailed from its own toolbar.
  const mail: MenuEntry[] =
    mayMail && !active.search.view
      ? [{ label: `Email “${active.name}” to yourself…`, icon: 'clock', onSelect: () => ask('mail') }]
      : [];
  if (!active.isMine) return [save, link, ...mail];
  return [
    ...(isChanged
      ? [
          {
            label: `Save changes to “${active.name}”`,
            icon: 'check' as const,
            separated: true,
            onSelect: () => void update(active),
          },
        ]
      : []),
    { ...save, separated: !isChanged },
    {
      label: active.isShared ? `Stop sharing “${active.name}”` : `Share “${active.name}” with your team`,
      icon: 'user',
      onSelect: () => void share(active),
    },
    link,
    ...mail,
    { label: `Rename “${active.name}”…`, icon: 'edit', onSelect: () => ask('rename') },
    { label: `Delete “${active.name}”…`, icon: 'trash', tone: 'danger', onSelect: () => ask('delete') },
  ];
}
