import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSameSearch, type ListSearch, type SavedView, type savedViewCalls } from '../../../domain/views/saved-view';
import { call } from '../../providers/call';
import { useResumable } from '../../providers/resume';
import { useSession } from '../../providers/session';
import { reportError, showSnack } from '../../providers/snackbar';
import { callKey, useCall, useCallQuery } from '../../providers/use-call';
import type { ListAddress } from './useListAddress';

/** What is asked about a saved search: a name for a new one, another for the one shown, or whether to delete that. */
export type ViewQuestion = 'save' | 'rename' | 'delete';

/** A search as it is to be saved; without an id it is a new one. */
type Save = { orgId: number; companyId: number; name: string; search: ListSearch; id?: number; version?: number };

type ViewCalls<Search = ListSearch> = ReturnType<typeof savedViewCalls<string, Search>>;

/**
 * One's saved searches of a list in the company entered, by the list's own calls; which one is shown stands in the address.
 */
export function useSavedViews<F extends object, S extends string>(
  calls: ViewCalls<ListSearch<F, S>>,
  address: ListAddress<F, S>,
) {
  // A search is taken from the address, kept and given back whole: what is in it is the list's own business.
  return useViews(calls as unknown as ViewCalls, address as unknown as ListAddress<object, string>);
}

function useViews(calls: ViewCalls, address: ListAddress<object, string>) {
  const { viewId, showView, search: shown, whole } = address;
  const { scope } = useSession();
  const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
  const list = useCallQuery(calls.list, { query: where }, { enabled: where.companyId > 0 });
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: callKey(calls.list) });
  const [question, ask] = useState<ViewQuestion | null>(null);
  const active = list.data?.find(({ id }) => id === viewId) ?? null;

  const keep = useResumable(`${calls.list.path}.save`, async ({ id, version = 0, ...draft }: Save, options) => {
    const { name, search } = draft;
    const kept =
      id === undefined
        ? await call(calls.create, { body: draft }, options)
        : await call(calls.update, { params: { id }, body: { name, search, version } });
    await reread();
    ask(null);
    if (id === undefined) showView(kept.search, kept.id);
    showSnack({ status: 'success', message: `Search “${kept.name}” saved` });
  });
  const { run: remove, isPending: isRemoving } = useCall(calls.remove, { success: 'Search deleted' });

  return {
    requires: calls.create.requires,
    isOffered: where.companyId > 0,
    list,
    active,
    /** What is shown is no longer what was saved. */
    isChanged: active !== null && !isSameSearch(active.search, shown),
    isAll: active === null && isSameSearch(shown, whole),
    question,
    ask,
    show: ({ search, id }: SavedView) => showView(search, id),
    showAll: () => showView(whole),
    /** Saves what is shown under a new name; raises what the platform refuses, but for the plan. */
    save: (name: string) => keep({ ...where, name, search: shown }, `save the search “${name}”`),
    rename: ({ id, version, search }: SavedView, name: string) =>
      keep({ ...where, name, search, id, version }, `rename the search “${name}”`),
    update: ({ id, version, name }: SavedView) =>
      keep({ ...where, name, search: shown, id, version }, `change the search “${name}”`).catch(async (error) => {
        await reread();
        reportError(error);
      }),
    isRemoving,
    remove: async ({ id }: SavedView) => {
      const { ok } = await remove({ params: { id } });
      ask(null);
      await reread();
      if (ok) showView(shown);
    },
    reread,
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
