import { useState } from 'react';
import { isSameSearch, type ListSearch, type SavedView, type savedViewCalls } from '../../../domain/views/saved-view';
import type { Resource } from '../../providers/resource';
import { useResumable } from '../../providers/resume';
import { useSession } from '../../providers/session';
import { reportError, showSnack } from '../../providers/snackbar';
import { useResourceCreate, useResourceDelete, useResourceList, useResourceUpdate } from '../../providers/use-resource';
import type { ListAddress } from './useListAddress';

/** The dialog that is open: name a new search, rename the current one, or delete it. */
export type ViewQuestion = 'save' | 'rename' | 'delete';

/** A search to save; without an id it is new. */
type Save = { orgId: number; companyId: number; name: string; search: ListSearch; isShared?: boolean } & {
  id?: number;
  version?: number;
};

/** The resource of a list's saved views, such as `resourceOf({ name, company: 'seller', ...savedSearches })`. */
type ViewResource<Search = ListSearch> = Resource<{ name: string } & ReturnType<typeof savedViewCalls<string, Search>>>;

/** The person's saved searches of a list in the current company and the team's; the address holds which one is shown. */
export function useSavedViews<F extends object, S extends string>(
  resource: ViewResource<ListSearch<F, S>>,
  address: ListAddress<F, S>,
) {
  // Searches are stored and restored whole; their content is the list's concern.
  return useViews(resource as unknown as ViewResource, address as unknown as ListAddress<object, string>);
}

function useViews(resource: ViewResource, address: ListAddress<object, string>) {
  const { viewId, showView, search: shown, whole } = address;
  const { scope } = useSession();
  const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
  const { query } = useResourceList(resource, { enabled: where.companyId > 0 });
  // Joins the refetch the write has started.
  const reread = () => query.refetch({ cancelRefetch: false });
  const [question, ask] = useState<ViewQuestion | null>(null);
  const list = { data: query.data?.data, error: query.error, refetch: query.refetch };
  const active = list.data?.find(({ id }) => id === viewId) ?? null;
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
    if (id === undefined) showView(kept.search, kept.id);
    showSnack({ status: 'success', message: `Search “${kept.name}” saved` });
  });

  return {
    requires: resource.create.requires,
    isOffered: where.companyId > 0,
    list,
    active,
    /** Whether the list differs from the saved search. */
    isChanged: active !== null && !isSameSearch(active.search, shown),
    isAll: active === null && isSameSearch(shown, whole),
    question,
    ask,
    show: ({ search, id }: SavedView) => showView(search, id),
    showAll: () => showView(whole),
    /** Saves the current search under a new name; raises refusals other than the plan's. */
    save: (name: string) => keep({ ...where, name, search: shown }, `save the search “${name}”`),
    rename: ({ id, version, search, isShared }: SavedView, name: string) =>
      keep({ ...where, name, search, isShared, id, version }, `rename the search “${name}”`),
    update: ({ id, version, name, isShared }: SavedView) =>
      keep({ ...where, name, search: shown, isShared, id, version }, `change the search “${name}”`).catch(reportError),
    share: ({ id, version, name, search, isShared }: SavedView) =>
      keep({ ...where, name, search, isShared: !isShared, id, version }, `share the search “${name}”`).catch(
        reportError,
      ),
    remove: async ({ id }: SavedView) => {
      const { ok } = await remove.run(id);
      ask(null);
      if (ok) showView(shown);
    },
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
