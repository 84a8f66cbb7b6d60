import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The state of a menu's address that opens its quick order, with the lines left to correct. */
export const QUICK_ORDER = { opensQuickOrder: true };

const opensQuickOrder = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opensQuickOrder' in state;

/**
 * What a menu's quick order begins with, null while it is closed; and how to open and close it. An address that asks for it
 * opens it once, also on the menu that is shown already.
 */
export function useQuickOrder(): [begun: string | null, begin: (lines: string | null) => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = opensQuickOrder(state);
  const [begun, begin] = useState<string | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    begin((lines) => lines ?? '');
    // Or a reload would open it again.
    void navigate(`${pathname}${search}${hash}`, { replace: true, state: null, preventScrollReset: true });
  }, [isAsked, pathname, search, hash, navigate]);
  return [begun, begin];
}
