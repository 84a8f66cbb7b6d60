import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { planAllows } from '../../../domain/access/plans';
import { type CheckResult, billing as calls, Returned } from '../../../domain/billing/contract';
import { useCan } from '../../access/useCan';
import { isUnknown } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useGoOn, useHeldAction } from '../../providers/session/resume';
import { refreshAccess } from '../../providers/session/session-store';
import { useChangeSearch, without } from '../../ui/useChangeSearch';

/** What we and the service add to the return address. */
const NAMES = ['cancelled', 'success', 'changed', 'reactivated', 'checkoutId', 'id', 'state'] as const;

export type Return = {
  /** Checking with the billing service. */
  isAsking: boolean;
  result: CheckResult | null;
  error: unknown;
  /** Checks again; null if that wouldn't help. */
  onRetry: (() => void) | null;
};

/** What the address says about a visit to the billing service; null if nothing. */
function returnedOf(parameters: URLSearchParams): Returned | null {
  const flag = (name: string) => (parameters.get(name) === 'true' ? true : undefined);
  const said = Returned.safeParse({
    cancelled: flag('cancelled'),
    success: flag('success'),
    changed: flag('changed'),
    reactivated: flag('reactivated'),
    checkoutId: parameters.get('checkoutId') ?? undefined,
  }).data;
  return said && Object.values(said).some((value) => value !== undefined) ? said : null;
}

/**
 * Checks the result of a visit to the billing service once, when the person returns. If a held action is now in the
 * plan, continues it; otherwise clears the visit from the address.
 */
export function useReturn(): Return {
  const [parameters] = useSearchParams();
  const changeSearch = useChangeSearch();
  const mayCheck = useCan().can(calls.check.requires);
  const returned = mayCheck ? returnedOf(parameters) : null;
  const visit = returned && JSON.stringify(returned);
  const check = useCall(calls.check, { showsErrors: true });
  const held = useHeldAction();
  const goOn = useGoOn();
  const [result, setResult] = useState<CheckResult | null>(null);
  const asked = useRef<string | null>(null);

  const clearReturn = () => changeSearch(without(...NAMES), { replace: true });
  const ask = async (body: Returned) => {
    const answer = await check.run({ body });
    if (!answer.ok) {
      if (!isUnknown(answer.error)) clearReturn();
      return;
    }
    setResult(answer.value);
    // Without the plan, the page to return to may be hidden.
    await refreshAccess().catch(() => undefined);
    if (held && planAllows(answer.value.plan, held.feature)) return goOn();
    clearReturn();
  };
  const latest = useRef(ask);
  latest.current = ask;

  useEffect(() => {
    if (visit === null || asked.current === visit) return;
    asked.current = visit;
    void latest.current(JSON.parse(visit));
  }, [visit]);

  const retry = useCallback(() => void (visit && latest.current(JSON.parse(visit))), [visit]);
  return { isAsking: check.isPending, result, error: check.error, onRetry: visit === null ? null : retry };
}
