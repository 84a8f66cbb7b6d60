import { useCallback, useContext, useRef } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouter,
  type Location,
  type NavigateOptions,
  useLocation,
  useNavigate,
} from 'react-router';

type Change = (search: URLSearchParams) => URLSearchParams;

/** The change that takes these parameters out. */
export const without =
  (...names: readonly string[]): Change =>
  (search) => {
    for (const name of names) search.delete(name);
    return search;
  };

/**
 * Changes the address's search, given what it is by then: rendered addresses lag behind, so a screen's own would undo
 * what another part of it has just changed. Does nothing once the page has been left.
 */
export function useChangeSearch(): (change: Change, options?: NavigateOptions) => void {
  const rendered = useLocation();
  const router = useContext(DataRouter)?.router;
  const navigate = useNavigate();
  const current = () => router?.state.location ?? rendered;
  const latest = useRef({ current, navigate, path: rendered.pathname });
  latest.current = { current, navigate, path: rendered.pathname };
  /** What was changed of an address that is still the router's: the next change builds on it. */
  const changed = useRef<{ of: Location; search: URLSearchParams }>(undefined);
  return useCallback((change, options) => {
    const of = latest.current.current();
    if (of.pathname !== latest.current.path) return;
    const before = changed.current?.of === of ? changed.current.search : new URLSearchParams(of.search);
    const search = change(new URLSearchParams(before));
    changed.current = { of, search };
    void latest.current.navigate({ search: search.toString() }, options);
  }, []);
}
