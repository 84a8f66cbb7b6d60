import { useEffect } from 'react';
import { useHasUnsaved } from '../providers/unsaved';

/** Has the browser ask before the page is closed or loaded anew while something typed would be lost. */
export function useUnloadQuestion(): void {
  const isUnsaved = useHasUnsaved();
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
