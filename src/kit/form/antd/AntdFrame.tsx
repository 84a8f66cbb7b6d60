import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useFieldWiring } from '../../../ui/Field';
import { antdTheme } from '../../../ui/theme/antdTheme';
import { useShownMode } from '../../../ui/theme/useShownMode';
import css from './AntdFrame.module.css';

// The content security policy allows antd's styles by this nonce only. Its css variables ignore the nonce, so they stay
// off.
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[name="verdant-csp-nonce"]')?.content ?? '' };

/** Popups stay inside their modal dialog, since nothing outside it is reachable. */
const container = (trigger?: HTMLElement): HTMLElement => trigger?.closest('dialog') ?? document.body;

type AntdFrameProps = {
  /** Whether its list is open: Esc then closes the list, not the dialog. */
  isOpen?: boolean;
  children: ReactNode;
};

/** An antd control in our theme. */
export function AntdFrame({ isOpen = false, children }: AntdFrameProps) {
  const mode = useShownMode();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  const keepDialog = (event: KeyboardEvent) => {
    if (isOpen && event.key === 'Escape') event.preventDefault();
  };
  const frame = useRef<HTMLDivElement>(null);
  const wiring = useFieldWiring();
  // antd would put them on elements without a label; only the input gets them.
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
