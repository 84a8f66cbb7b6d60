import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../providers/call/call-errors';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import css from './Composer.module.css';

type FrameProps = { title: string; onCancel: () => void; children?: ReactNode; action?: ReactNode; close?: string };

/** What only the author of a command sees of it. */
export function Frame({ title, onCancel, children, action, close = 'Cancel' }: FrameProps) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      className={css.preview}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <div className={css.top}>
        <strong id={titleId}>{title}</strong>
        <span className="muted small">Only you see this</span>
      </div>
      {children}
      <div className={css.actions}>
        {action}
        <Button onClick={onCancel}>{close}</Button>
      </div>
    </section>
  );
}

/** What a command does once its author says so, with how it failed. */
export function useAct(onDone: () => void) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = (act: () => Promise<unknown>) => {
    setPending(true);
    setFailure(null);
    act()
      .then(onDone, setFailure)
      .finally(() => setPending(false));
  };
  const said = failure === null ? null : <FieldError>{messageOf(failure, 'That didn’t work. Try again.')}</FieldError>;
  return { isPending, error: said, run };
}
