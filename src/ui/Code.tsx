import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button';
import css from './Code.module.css';

type CodeProps = {
  /** What it is, for who can't see it: "Request body". */
  label: string;
  text: string;
  /** What the copy button copies and is called for, where that isn't the text itself. */
  copies?: { text: string; label: string };
};

/** Text of programs, as it is, with a button that copies it. */
export function Code({ label, text, copies = { text, label: `Copy ${label.toLowerCase()}` } }: CodeProps) {
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className={css.text} tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton {...copies} />
    </div>
  );
}

/** Copies a text; says so, or that the browser doesn't let it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  const said = { idle: '', copied: 'Copied', refused: 'Your browser doesn’t allow it. Select it and copy.' }[state];
  return (
    <span className={css.copy}>
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {label}
      </Button>
      <span role="status" className={state === 'refused' ? 'v-hint' : 'v-hidden'}>
        {said}
      </span>
    </span>
  );
}

export type CodeTab = CodeProps & { id: string; tab: string; note?: string };

/** Texts of programs, one at a time, chosen by tabs; arrow keys, Home and End move between them. */
export function CodeTabs({ label, tabs }: { label: string; tabs: readonly [CodeTab, ...CodeTab[]] }) {
  const id = useId();
  const [chosen, setChosen] = useState(tabs[0].id);
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find((one) => one.id === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const at = tabs.indexOf(shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    setChosen(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className={css.tabbed}>
      <div ref={list} role="tablist" aria-label={label} className={css.tabs} onKeyDown={move}>
        {tabs.map((one) => (
          <button
            key={one.id}
            type="button"
            role="tab"
            id={`${id}${one.id}`}
            data-tab={one.id}
            aria-selected={one === shown}
            aria-controls={`${id}panel`}
            tabIndex={one === shown ? 0 : -1}
            onClick={() => setChosen(one.id)}
          >
            {one.tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${shown.id}`} className={css.panel}>
        {shown.note && <p className="v-hint">{shown.note}</p>}
        <Code key={shown.id} label={shown.label} text={shown.text} {...(shown.copies && { copies: shown.copies })} />
      </div>
    </div>
  );
}
