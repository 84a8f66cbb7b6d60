import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const EDIT = 'edit';
const NEW = 'new';
const OPENED_HERE = 'opened-here';

/** The record open beside a list: one by id, or a new one. */
export type OpenRecord = { id: number | null };

/**
 * The record open beside a list, kept in the address (`?edit=12`, `?new`), so a link opens it and Back closes it.
 * Closing something opened here goes back in history.
 */
export function useOpenRecord() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const edited = Number(params.get(EDIT));
  const isNew = params.has(NEW);
  const record = useMemo<OpenRecord | null>(() => {
    if (isNew) return { id: null };
    return Number.isSafeInteger(edited) && edited > 0 ? { id: edited } : null;
  }, [isNew, edited]);

  const open = useCallback(
    (id: number | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete(EDIT);
          next.delete(NEW);
          next.set(id === null ? NEW : EDIT, id === null ? '' : String(id));
          return next;
        },
        { state: OPENED_HERE },
      ),
    [setParams],
  );
  const latest = useRef(record);
  latest.current = record;
  const close = useCallback(() => {
    // Ignores the close of a drawer whose address has already changed.
    if (latest.current === null) return;
    if (state === OPENED_HERE) return void navigate(-1);
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(EDIT);
        next.delete(NEW);
        return next;
      },
      { replace: true },
    );
  }, [state, navigate, setParams]);
  return { record, open, close };
}
