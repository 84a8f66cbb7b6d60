import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useFieldWiring } from '../../../ui/Field';
import { antdTheme } from '../../../ui/theme/antdTheme';
import { useShownMode } from '../../../ui/theme/useShownMode';
import css from './AntdFrame.module.css';

// The content policy lets antd's styles in by this nonce alone. Its own css variables ignore it: they stay off.
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[name="verdant-csp-nonce"]')?.content ?? '' };

/** What opens stays inside the modal dialog it belongs to: nothing outside of one can be reached. */
const container = (trigger?: HTMLElement): HTMLElement => trigger?.closest('dialog') ?? document.body;

type AntdFrameProps = {
  /** Whether its list is open: Esc then closes that, and not the dialog around it. */
  isOpen?: boolean;
  children: ReactNode;
};

/** One control of antd, in the look of everything else. */
export function AntdFrame({ isOpen = false, children }: AntdFrameProps) {
  const mode = useShownMode();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  const keepDialog = (event: KeyboardEvent) => {
    if (isOpen && event.key === 'Escape') event.preventDefault();
  };
  const frame = useRef<HTMLDivElement>(null);
  const wiring = useFieldWiring();
  // antd would put them on elements that no label belongs to; the input alone carries them.
  useLayoutEffect(() => {
    const input = frame.current?.querySelector('input');
    for (const name of ['aria-describedby', 'aria-invalid', 'aria-required'] as const) {
      const value = wiring[name];
      if (value === undefined) input?.removeAttribute(name);
      else input?.setAttribute(name, String(value));
    }
  });
  return (
    <ConfigProvider theme={theme} csp={csp} locale={enUS} getPopupContainer={container}>
      <div ref={frame} className={css.frame} onKeyDownCapture={keepDialog}>
        {children}
      </div>
    </ConfigProvider>
  );
}
