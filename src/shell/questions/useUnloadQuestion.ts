import { useEffect } from 'react';
import { useHasUnsaved } from '../../providers/unsaved';

/** Makes the browser ask before closing or reloading while something is unsaved. */
export function useUnloadQuestion(): void {
  const isUnsaved = useHasUnsaved();
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
