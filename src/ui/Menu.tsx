import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './Icon';
import css from './Menu.module.css';
import { Popover } from './Popover';

export type MenuEntry = {
  label: string;
  onSelect: () => void;
  icon?: IconName;
  /** Makes it a check item. */
  checked?: boolean;
  disabled?: boolean;
  /** Why it is disabled, or a hint; shown under the label. */
  note?: string;
  tone?: 'danger';
  /** A divider above it. */
  separated?: boolean;
};

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

function focusBy(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  } else if (/^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    after.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
  }
}

export type MenuPopupProps = {
  anchor: HTMLElement;
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
  align?: 'start' | 'end';
};

/** The menu itself, anchored to what opened it. Arrow keys, Home, End and first letters move; Tab leaves. */
export function MenuPopup({ anchor, label, entries, onClose, align = 'start' }: MenuPopupProps) {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const choose = (entry: MenuEntry) => {
    if (entry.disabled) return;
    anchor.focus();
    onClose();
    entry.onSelect();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') {
      anchor.focus();
      onClose();
    } else focusBy(event);
  };
  return (
    <Popover anchor={anchor} onClose={onClose} role="menu" label={label} align={align} onKeyDown={onKeyDown}>
      {entries.map((entry, index) => (
        <MenuItem key={entry.label} entry={entry} ref={index === 0 ? first : null} onChoose={() => choose(entry)} />
      ))}
    </Popover>
  );
}

function MenuItem(props: { entry: MenuEntry; ref: React.Ref<HTMLButtonElement>; onChoose: () => void }) {
  const { entry, ref, onChoose } = props;
  const checks = entry.checked !== undefined;
  return (
    <>
      {entry.separated && <hr className={css.menuLine} />}
      <button
        ref={ref}
        type="button"
        {...(checks ? { role: 'menuitemcheckbox', 'aria-checked': entry.checked } : { role: 'menuitem' })}
        aria-disabled={entry.disabled || undefined}
        tabIndex={-1}
        className={`${css.menuItem} ${entry.tone === 'danger' ? css.danger : ''}`}
        onClick={onChoose}
      >
        <span className={css.menuIcon}>
          {entry.icon && <Icon name={entry.icon} size={18} />}
          {entry.checked && <Icon name="check" size={18} />}
        </span>
        <span>
          {entry.label}
          {entry.note && <span className={css.menuNote}>{entry.note}</span>}
        </span>
      </button>
    </>
  );
}

/**
 * Opens and closes a button's popup. Clicking the button while open closes it, although the browser has already
 * dismissed the popup by then.
 */
export function useAnchored() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  return {
    anchor,
    close: () => setAnchor(null),
    open: (element: HTMLElement) => setAnchor(element),
    buttonProps: {
      'aria-expanded': anchor !== null,
      onPointerDown: () => {
        wasOpen.current = anchor !== null;
      },
      onClick: (event: React.MouseEvent<HTMLElement>) => {
        if (!wasOpen.current) setAnchor(event.currentTarget);
        wasOpen.current = false;
      },
    },
  };
}

export type MenuProps = {
  /** The button's name. */
  label: string;
  entries: readonly MenuEntry[];
  /** The button's content; the label by default. */
  children?: ReactNode;
  className?: string | undefined;
  align?: 'start' | 'end';
  /** The pointer or focus nears the button: prefetch what its entries open. */
  onNear?: () => void;
};

/** A menu button. Enter, Space, ArrowDown and ArrowUp open it. */
export function Menu({ label, entries, children, className = 'v-button', align = 'start', onNear }: MenuProps) {
  const { anchor, close, open, buttonProps } = useAnchored();
  const id = useId();
  return (
    <>
      <button
        id={id}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-label={children === undefined ? undefined : label}
        onPointerEnter={onNear}
        onFocus={onNear}
        {...buttonProps}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.currentTarget);
        }}
      >
        {children ?? label}
      </button>
      {anchor && <MenuPopup anchor={anchor} label={label} entries={entries} onClose={close} align={align} />}
    </>
  );
}
