import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { type ReactNode, useMemo } from 'react';
import { antdTheme } from '../ui/theme/antdTheme';
import { useShownMode } from './useShownMode';

// The content policy lets the kit's styles in by this nonce alone. The kit's own css variables ignore it: they stay off.
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[name="verdant-csp-nonce"]')?.content ?? '' };

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
