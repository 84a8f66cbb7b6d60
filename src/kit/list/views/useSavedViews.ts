import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Requirement } from '../../../../domain/access/ability';
import {
  isSameSearch,
  type ListSearch,
  type SavedView,
  type savedViewCalls,
  viewAddress,
} from '../../../../domain/views/saved-view';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import type { Resource } from '../../../providers/refine/resource';
import { useCallQuery } from '../../../providers/refine/use-call';
import {
  useResourceCreate,
  useResourceDelete,
  useResourceList,
  useResourceUpdate,
} from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { useResumable } from '../../../providers/session/resume';
import { choose } from '../../../providers/session/session-store';
import { reportError, showSnack } from '../../../providers/snackbar';
import type { LazyDialog } from '../../../ui/lazy';
import type { ListAddress } from '../useListAddress';
import { useViewLayouts } from './view-layouts';

/** The dialog that is open: name a new search, rename the current one, have it emailed, or delete it. */
export type ViewQuestion = 'save' | 'rename' | 'mail' | 'delete';

/** What lets people have a list's saved searches emailed: the form, and what that requires. */
export type ViewMailing<Search = ListSearch> = {
  requires: Requirement;
  Form: LazyDialog<{ view: SavedView<Search>; onClose: () => void }>;
};

/** A search to save; without an id it is new. */
type Save = { orgId: number; companyId: number; name: string; search: ListSearch; isShared?: boolean } & {
  id?: number;
  version?: number;
};

/** The resource of a list's saved views, such as `resourceOf({ name, company: 'seller', ...savedSearches })`. */
type ViewResource<Search = ListSearch> = Resource<{ name: string } & ReturnType<typeof savedViewCalls<string, Search>>>;

/**
 * The person's saved searches of a list in the current company and the team's; the address holds which one is shown.
 * `gridId` is the grid on screen, whose columns a search remembers; null if there is none. Searches are emailed only
 * with `mailing`.
 */
export function useSavedViews<F extends object, S extends string>(
  resource: ViewResource<ListSearch<F, S>>,
  address: ListAddress<F, S>,
  gridId: string | null,
  mailing?: ViewMailing<ListSearch<F, S>>,
) {
  // Searches are stored and restored whole; their content is the list's concern.
  return useViews(
    resource as unknown as ViewResource,
    address as unknown as ListAddress<object, string>,
    gridId,
    (mailing ?? null) as ViewMailing | null,
  );
}

function useViews(
  resource: ViewResource,
  address: ListAddress<object, string>,
  gridId: string | null,
  mailing: ViewMailing | null,
) {
  const { viewId, showView, search, state, whole } = address;
  const { scope, user } = useSession();
  const { pathname } = useLocation();
  const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
  const [isNear, setNear] = useState(false);
  const { query } = useResourceList(resource, { enabled: where.companyId > 0 && (isNear || viewId !== undefined) });
  // Joins the refetch the write has started.
  const reread = () => query.refetch({ cancelRefetch: false });
  const [question, ask] = useState<ViewQuestion | null>(null);
  const list = { data: query.data?.data, error: query.error, refetch: query.refetch };
  const active = list.data?.find(({ id }) => id === viewId) ?? null;
  const layouts = useViewLayouts({ userId: user.id, gridId, viewId, saved: active?.search.layout });
  /** A report has no pages. */
  const shown = search.view ? search : { ...search, itemsPerPage: state.pageSize };
  const now = () => ({ ...shown, layout: layouts.now() });
  const show = ({ search: saved, id }: SavedView, options?: { replace: boolean }) => {
    layouts.drop(id);
    showView(saved, id, options);
  };
  useOpening(resource, address, show);
  const create = useResourceCreate(resource, { showsErrors: true });
  const update = useResourceUpdate(resource, { showsErrors: true });
  const remove = useResourceDelete(resource, { success: 'Search deleted' });

  const keep = useResumable(`${resource.name}.save`, async ({ id, version = 0, ...draft }: Save, options) => {
    const { name, search, isShared = false } = draft;
    const result =
      id === undefined ? await create.run(draft, options) : await update.run(id, { name, search, isShared, version });
    if (!result.ok) throw result.error;
    const kept = result.value;
    await reread();
    ask(null);
    layouts.drop(kept.id);
    if (id === undefined) showView(kept.search, kept.id);
    showSnack({ status: 'success', message: `Search “${kept.name}” saved` });
  });

  return {
    requires: resource.create.requires,
    isOffered: where.companyId > 0,
    /** The person nears the menu: the searches are read then, unless the address names one. */
    onNear: () => setNear(true),
    list,
    active,
    /** Whether the list differs from the saved search. */
    isChanged: active !== null && (layouts.isChanged || !isSameSearch(active.search, shown)),
    isAll: active === null && isSameSearch(shown, whole),
    question,
    ask,
    mailing,
    show: (view: SavedView) => show(view),
    showAll: () => showView(whole),
    /** Saves the current search under a new name; raises refusals other than the plan's. */
    save: (name: string) => keep({ ...where, name, search: now() }, `save the search “${name}”`),
    rename: ({ id, version, search, isShared }: SavedView, name: string) =>
      keep({ ...where, name, search, isShared, id, version }, `rename the search “${name}”`),
    update: ({ id, version, name, isShared }: SavedView) =>
      keep({ ...where, name, search: now(), isShared, id, version }, `change the search “${name}”`).catch(reportError),
    share: ({ id, version, name, search, isShared }: SavedView) =>
      keep({ ...where, name, search, isShared: !isShared, id, version }, `share the search “${name}”`).catch(
        reportError,
      ),
    remove: async ({ id }: SavedView) => {
      const { ok } = await remove.run(id);
      ask(null);
      if (ok) showView(search);
    },
    /** The columns of the grid on screen. */
    preferences: layouts.preferences,
    copyLink: ({ id, isShared }: SavedView) => {
      const said = isShared
        ? 'Link copied. Everyone who sees this list can open it.'
        : 'Link copied. Only you can open it until you share the search with your team.';
      navigator.clipboard.writeText(location.origin + viewAddress(pathname, id)).then(
        () => showSnack({ status: 'success', message: said }),
        () => showSnack({ status: 'error', message: 'Your browser didn’t let us copy the link.' }),
      );
    },
  };
}

/** Shows the saved search a link opens, in its company; says so when it's gone or was never shared. */
function useOpening(
  resource: ViewResource,
  { openingId, showView, whole }: ListAddress<object, string>,
  show: (view: SavedView, options: { replace: boolean }) => void,
): void {
  const { scope } = useSession();
  const { data, error } = useCallQuery(
    resource.get,
    { params: { id: openingId ?? 0 } },
    { enabled: openingId !== undefined, staleTime: 0 },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (openingId === undefined) return;
    if (data?.id === openingId) {
      if (data.companyId !== scope?.sellerCompanyId) choose({ sellerCompanyId: data.companyId });
      show(data, { replace: true });
    } else if (error) {
      const isGone = error instanceof CallError && error.status === 404;
      const message = isGone
        ? 'This saved search was deleted, or isn’t shared with you. Ask whoever sent you the link to share it.'
        : messageOf(error, 'We couldn’t open the saved search.');
      showSnack({ key: 'saved-search', status: 'warning', message, timeoutMs: null });
      showView(whole, undefined, { replace: true });
    }
  }, [openingId, data, error]);
}

export type SavedViews = ReturnType<typeof useSavedViews>;
