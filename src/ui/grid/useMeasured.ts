import { useCallback, useLayoutEffect, useState } from 'react';

type Measured = { element: HTMLDivElement | null; width: number };

/** An element and its inner width in pixels, both known before the first paint; null and 0 before that. */
export function useMeasured(): Measured & { ref: (element: HTMLDivElement | null) => void } {
  const [measured, setMeasured] = useState<Measured>({ element: null, width: 0 });
  const { element } = measured;
  const ref = useCallback(
    (element: HTMLDivElement | null) => setMeasured({ element, width: element?.clientWidth ?? 0 }),
    [],
  );
  useLayoutEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setMeasured((before) =>
        before.width === element.clientWidth ? before : { element, width: element.clientWidth },
      ),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ...measured, ref };
}
