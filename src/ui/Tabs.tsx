import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './ui.css';
import css from './Tabs.module.css';

export type Tab = { id: string; label: ReactNode };

export type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  active: string;
  onChange: (id: string) => void;
  /** The active tab's panel. */
  children: ReactNode;
};

/** Tabs by the WAI-ARIA pattern: one tab stop, arrows, Home and End move and show at once. */
export function Tabs({ label, tabs, active, onChange, children }: TabsProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div>
      <div role="tablist" aria-label={label} className={css.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={tab.id === active}
            aria-controls={tab.id === active ? `${id}-panel` : undefined}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${active}`} className={css.tabPanel}>
        {children}
      </div>
    </div>
  );
}
