import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';

type Closable = { onClose: () => void };

/** A dialog whose code isn't in the page's first download. */
export type LazyDialog<P extends Closable> = {
  /** The dialog; if its code fails to load, one that says so and retries. */
  Part: ComponentType<P>;
  /** Prefetches its code, as when the pointer nears what opens it. */
  prefetch: () => void;
};

/**
 * A dialog loaded when first opened:
 *
 *     const ZoneQuestion = lazyDialog(async () => (await import('./ZoneQuestion')).ZoneQuestion);
 *     <Button onPointerEnter={ZoneQuestion.prefetch} onFocus={ZoneQuestion.prefetch}>Delete…</Button>
 *     {isAsking && <ZoneQuestion.Part zone={zone} onClose={close} />}
 */
export function lazyDialog<P extends Closable>(load: () => Promise<ComponentType<P>>): LazyDialog<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  const fetch = () => {
    loading ??= load()
      .then((component) => {
        loaded = component;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: defined once for each dialog, where its module begins
  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const attempt = useCallback(() => {
      setFailed(false);
      fetch().then(
        () => setLoaded(() => loaded),
        () => setFailed(true),
      );
    }, []);
    useEffect(() => {
      if (loaded === null) attempt();
      // It arrived between the first render and now.
      else setLoaded(() => loaded);
    }, [attempt]);
    if (Loaded) return <Loaded {...props} />;
    return hasFailed ? <NotLoaded onRetry={attempt} onClose={props.onClose} /> : null;
  }

  const prefetch = () => {
    // A failure here is retried, and shown, on opening.
    if (loaded === null) fetch().catch(() => {});
  };
  return { Part, prefetch };
}

/** A newer build no longer has the file: only a reload helps. */
function NotLoaded({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <Dialog
      title="This didn’t load"
      onClose={onClose}
      width={400}
      actions={
        <>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <Button tone="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p>Check your connection and try again. If it still doesn’t load, reload the page to get the latest version.</p>
    </Dialog>
  );
}
