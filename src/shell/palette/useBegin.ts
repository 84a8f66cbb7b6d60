import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeSearch, without } from '../../ui/useChangeSearch';

/** `?begin=…` starts the action of that name, once, when its screen is ready: how the palette starts actions. */
export function useBegin(name: string, isReady: boolean, begin: () => void): void {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const isAsked = isReady && params.get('begin') === name;
  const start = useEffectEvent(() => {
    begin();
    changeSearch(without('begin'), { replace: true });
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
}
