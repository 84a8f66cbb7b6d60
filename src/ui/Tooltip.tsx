import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './ui.css';
import css from './Tooltip.module.css';

const GAP = 6;

/**
 * A short explanation on hover and focus, dismissed with Esc. The wrapped element must be focusable, or `focusable`
 * makes the wrapper so.
 */
export function Tooltip({ text, focusable, children }: { text: string; focusable?: boolean; children: ReactNode }) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const wrapper = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const described = focusable ? wrapper.current : wrapper.current?.querySelector('a,button,input,select,textarea');
    described?.setAttribute('aria-describedby', id);
  });
  const show = () => {
    const tip = bubble.current;
    const at = wrapper.current?.getBoundingClientRect();
    if (!tip || !at || tip.matches(':popover-open')) return;
    tip.showPopover();
    const left = at.left + at.width / 2 - tip.offsetWidth / 2;
    const above = at.top - tip.offsetHeight - GAP;
    tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - tip.offsetWidth - GAP))}px`;
    tip.style.top = `${above >= 0 ? above : at.bottom + GAP}px`;
  };
  const hide = () => {
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens on behalf of what it wraps
    <span
      ref={wrapper}
      className={css.tooltipAnchor}
      tabIndex={focusable ? 0 : undefined}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className={css.tooltip}>
        {text}
      </span>
    </span>
  );
}
