import type { ReactNode } from 'react';
import { IconButton } from '../Button';
import { Dialog } from '../Dialog';
import { useIsMedium } from '../hooks';
import { Popover } from '../Popover';
import css from './FilterBar.module.css';

type FilterFrameProps = {
  anchor: HTMLElement;
  title: string;
  /** For a single filter or the picker. */
  isNarrow: boolean;
  children: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
};

/** The filter bar's popup: anchored to its button, full screen below medium. */
export function FilterFrame({ anchor, title, isNarrow, children, actions, onClose }: FilterFrameProps) {
  if (!useIsMedium()) {
    return (
      <Dialog title={title} onClose={onClose} actions={actions}>
        {children}
      </Dialog>
    );
  }
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      role="dialog"
      label={title}
      className={isNarrow ? `${css.panel} ${css.only}` : css.panel}
    >
      {!isNarrow && (
        <header className={css.panelHead}>
          <h2>{title}</h2>
          <IconButton
            icon="close"
            label="Close"
            onClick={() => {
              anchor.focus();
              onClose();
            }}
          />
        </header>
      )}
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </Popover>
  );
}
