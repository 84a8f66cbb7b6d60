import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './Button';
import css from './Dialog.module.css';
import { focusTrail, returnFocus } from './focusable';

export type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  /** Pixels; full screen below medium. */
  width?: number;
  /** At the side of the page, full height. */
  isDrawer?: boolean;
  /** False disables Esc and the close button while busy. */
  closable?: boolean;
};

/** A modal dialog: mount to open, unmount to close. Focus is trapped, and then returned to where it was or next to it. */
export function Dialog({ title, onClose, children, actions, width = 480, isDrawer, closable = true }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = focusTrail();
    dialog?.showModal();
    return () => {
      dialog?.close();
      returnFocus(before);
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={isDrawer ? `${css.dialog} ${css.drawer}` : css.dialog}
      aria-labelledby={titleId}
      style={{ '--width': `${width}px` } as CSSProperties}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open) return;
        // Browsers let a second Esc through even if the first was prevented.
        currentTarget.showModal();
        if (closable) onClose();
      }}
    >
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {closable && <IconButton icon="close" label="Close" onClick={onClose} />}
      </div>
      <div className={css.body}>{children}</div>
      {actions && <div className={css.foot}>{actions}</div>}
    </dialog>
  );
}
