import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepSize, keptSize, type Size } from './keptSizes';

type Measured = Size & { element: HTMLDivElement | null };

const sizeOf = (element: HTMLElement): Size => ({ width: element.clientWidth, height: element.clientHeight });

/**
 * An element and its inner size in pixels, both right before the first paint; null and 0 before that. With a name, the size
 * it had in a window like this one is there at once, so that what depends on it is drawn in the first render, and nothing is
 * measured before the page is laid out anyway.
 */
export function useMeasured(name?: string): Measured & { ref: (element: HTMLDivElement | null) => void } {
  const [measured, setMeasured] = useState<Measured>(() => ({ element: null, ...UNKNOWN, ...keptSize(name) }));
  const { element } = measured;
  const shown = useRef(0);
  shown.current = measured.width;
  const ref = useCallback(
    (element: HTMLDivElement | null) =>
      setMeasured((before) =>
        before.width > 0 ? { ...before, element } : { element, ...(element ? sizeOf(element) : UNKNOWN) },
      ),
    [],
  );
  useLayoutEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const size = sizeOf(element);
      keepSize(name, size);
      // Told after the page is laid out and before it is painted: what was drawn for another width is never seen.
      if (size.width !== shown.current) flushSync(() => setMeasured({ element, ...size }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, name]);
  return { ...measured, ref };
}

const UNKNOWN: Size = { width: 0, height: 0 };
