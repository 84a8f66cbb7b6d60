import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import './ui.css';
import css from './Popover.module.css';

const GAP = 4;
const EDGE = 8;

/** Places the popover below its anchor, above it, or wherever it fits. */
function place(popover: HTMLElement, anchor: Element, align: 'start' | 'end'): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const wanted = align === 'end' ? at.right - width : at.left;
  const left = Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE));
  const fitsBelow = at.bottom + GAP + height <= innerHeight - EDGE;
  const top = fitsBelow
    ? at.bottom + GAP
    : Math.max(EDGE, Math.min(at.top - GAP - height, innerHeight - height - EDGE));
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}

export type PopoverProps = {
  /** The anchor element, which gets focus back. */
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
  role?: 'dialog' | 'menu' | 'listbox';
  label: string;
  align?: 'start' | 'end';
  className?: string | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

/** A panel in the browser's top layer, so nothing clips it. Mount to open, unmount to close. */
export function Popover({
  anchor,
  onClose,
  children,
  role,
  label,
  align = 'start',
  className,
  onKeyDown,
}: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = ref.current;
    if (!popover) return;
    const settle = () => place(popover, anchor, align);
    popover.showPopover();
    settle();
    addEventListener('resize', settle);
    addEventListener('scroll', settle, true);
    return () => {
      removeEventListener('resize', settle);
      removeEventListener('scroll', settle, true);
      if (popover.matches(':popover-open')) popover.hidePopover();
    };
  }, [anchor, align]);

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every role it can have takes a label
    // biome-ignore lint/a11y/noStaticElementInteractions: and each of them is interactive
    <div
      ref={ref}
      popover="auto"
      role={role}
      aria-label={label}
      className={`${css.popover} ${className ?? ''}`}
      onToggle={({ newState, target, currentTarget }) => newState === 'closed' && target === currentTarget && onClose()}
      onKeyDown={(event) => {
        event.stopPropagation();
        // One opened within it is closed first, by the browser.
        const isOutermost = event.currentTarget.querySelector('[popover="auto"]:popover-open') === null;
        if (event.key === 'Escape' && isOutermost) {
          event.preventDefault();
          anchor.focus();
          onClose();
        }
        onKeyDown?.(event);
      }}
    >
      {children}
    </div>
  );
}
