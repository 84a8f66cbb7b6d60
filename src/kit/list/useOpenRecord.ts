import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useChangeSearch, without } from '../../ui/useChangeSearch';

const EDIT = 'edit';
const NEW = 'new';
const withoutRecord = without(EDIT, NEW);
/** The history state of an address that a list's own page led to: closing its record goes back. */
export const OPENED_HERE = 'opened-here';

/** The record open beside a list: one by id, or a new one. */
export type OpenRecord = { id: number | null };

/** The search of an address, with this record open, or a new one for null. */
export function withRecord(search: URLSearchParams, id: number | null): URLSearchParams {
  const next = withoutRecord(search);
  next.set(id === null ? NEW : EDIT, id === null ? '' : String(id));
  return next;
}

/**
 * The record open beside a list, kept in the address (`?edit=12`, `?new`), so a link opens it and Back closes it.
 * Closing something opened here goes back in history.
 */
export function useOpenRecord() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const edited = Number(params.get(EDIT));
  const isNew = params.has(NEW);
  const record = useMemo<OpenRecord | null>(() => {
    if (isNew) return { id: null };
    return Number.isSafeInteger(edited) && edited > 0 ? { id: edited } : null;
  }, [isNew, edited]);

  const changeSearch = useChangeSearch();
  const open = useCallback(
    (id: number | null) => changeSearch((search) => withRecord(search, id), { state: OPENED_HERE }),
    [changeSearch],
  );
  const latest = useRef(record);
  latest.current = record;
  const close = useCallback(() => {
    // Ignores the close of a drawer whose address has already changed.
    if (latest.current === null) return;
    if (state === OPENED_HERE) return void navigate(-1);
    changeSearch(withoutRecord, { replace: true });
  }, [state, navigate, changeSearch]);
  return { record, open, close };
}
