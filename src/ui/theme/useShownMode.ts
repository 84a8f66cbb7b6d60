import { useSyncExternalStore } from 'react';
import { useMediaQuery } from '../hooks';

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The current mode, whether chosen by the person or the system. */
export function useShownMode(): 'light' | 'dark' {
  const chosen = useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  return (chosen ?? (systemIsDark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light';
}
