import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** `?begin=…` begins what a screen calls so, once, as soon as the screen is ready for it: how the palette starts acts. */
export function useBegin(name: string, isReady: boolean, begin: () => void): void {
  const [params, setParams] = useSearchParams();
  const isAsked = isReady && params.get('begin') === name;
  const start = useEffectEvent(() => {
    begin();
    setParams(
      (now) => {
        now.delete('begin');
        return now;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
}
