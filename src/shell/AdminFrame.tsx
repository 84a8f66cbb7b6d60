import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useMediaQuery } from '../ui/hooks';
import { antdTheme } from '../ui/theme/antdTheme';

// The content policy lets the kit's styles in by this nonce alone. The kit's own css variables ignore it: they stay off.
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[name="verdant-csp-nonce"]')?.content ?? '' };

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The mode the app is seen in now, whether the person or their system chose it. */
function useShownMode(): 'light' | 'dark' {
  const chosen = useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  return (chosen ?? (systemIsDark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light';
}

/** What the interface kit needs around an administration screen. Import it from lazily loaded screens alone. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const mode = useShownMode();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  return (
    <ConfigProvider theme={theme} csp={csp} locale={enUS}>
      {children}
    </ConfigProvider>
  );
}
