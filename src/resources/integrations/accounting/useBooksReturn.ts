import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { companyOfState } from '../../../../domain/accounting/connection';
import { accounting as calls } from '../../../../domain/accounting/connection-contract';
import { isUnknown, messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { useChangeSearch, without } from '../../../ui/useChangeSearch';

/** What the accounting service's page adds to the return address. */
const NAMES = ['state', 'code', 'realmId', 'error', 'error_description'] as const;

export type BooksReturn = {
  isFinishing: boolean;
  /** What became of it; null before anybody came back. */
  news: { status: 'done' | 'failed'; message: string } | null;
  /** Tries again; null where that wouldn't help. */
  onRetry: (() => void) | null;
  onDismiss: () => void;
};

/** Finishes connecting books once, when a person is back from the accounting service's page. */
export function useBooksReturn(): BooksReturn {
  const [parameters] = useSearchParams();
  const changeSearch = useChangeSearch();
  const companies = useSession().organization?.companies;
  const { run, isPending } = useCall(calls.authorized, { showsErrors: true });
  const [news, setNews] = useState<BooksReturn['news']>(null);
  const [canRetry, setRetry] = useState(false);
  const state = parameters.get('state');
  const companyId = companyOfState(state ?? '');
  const visit = companyId === null ? null : parameters.toString();
  const asked = useRef<string | null>(null);

  const finish = async (search: string) => {
    const given = new URLSearchParams(search);
    const name = companies?.find((one) => one.companyId === companyId)?.name ?? 'The company';
    const end = (status: 'done' | 'failed', message: string) => {
      setNews({ status, message });
      changeSearch(without(...NAMES), { replace: true });
    };
    if (companyId === null) return;
    const [code, realm] = [given.get('code'), given.get('realmId')];
    if (given.get('error') !== null || code === null || realm === null)
      return end('failed', `${name} wasn’t connected: Verdant wasn’t let into the books. Nothing changed.`);
    setRetry(false);
    const result = await run({
      params: { companyId },
      body: { state: given.get('state') ?? '', code, externalCompanyId: realm },
    });
    if (result.ok)
      return end('done', `${name} is connected to “${result.value.connection?.externalName ?? 'its books'}”.`);
    // Whether it was done isn't known: asked again, the answer says.
    if (!isUnknown(result.error)) return end('failed', messageOf(result.error));
    setNews({ status: 'failed', message: messageOf(result.error) });
    setRetry(true);
  };
  const latest = useRef(finish);
  latest.current = finish;

  useEffect(() => {
    if (visit === null || asked.current === visit) return;
    asked.current = visit;
    void latest.current(visit);
  }, [visit]);

  const retry = useCallback(() => void (visit !== null && latest.current(visit)), [visit]);
  return {
    isFinishing: isPending,
    news,
    onRetry: canRetry && visit !== null ? retry : null,
    onDismiss: () => setNews(null),
  };
}
