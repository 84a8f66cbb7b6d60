import { type Ref, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { readTyped } from '../../domain/typed';
import { FieldError, useFieldWiring } from './Field';
import { Icon } from './Icon';
import './ui.css';
import css from './QuantityInput.module.css';

const DEBOUNCE_MS = 300;

/** What is typed; how much it may be is for whoever checks it. */
const readQuantity = (text: string) => readTyped('quantity', text, { unlimited: true });

/** The number typed: null for a blank, not a number for what can't be read. */
function numberOf(text: string): number | null {
  const { amount } = readQuantity(text);
  return amount === '' ? null : Number(amount ?? Number.NaN);
}

export type QuantityInputProps = {
  /** The stored quantity. Changes from outside don't overwrite what is being typed. */
  value: number;
  /** Increase it to show `value` again over the typed text, as after a refused quantity. */
  revision?: number;
  /** The input's name, such as "Quantity of Blue Dream 3.5 g". */
  label: string;
  /**
   * Called 300 ms after the last change, or at once on blur, Enter or a press elsewhere. Without `onRemove` also with 0,
   * and on blur with null for a blank.
   */
  onCheck: (quantity: number | null) => void;
  /** Called instead of `onCheck` when Enter is pressed. */
  onEnter?: (quantity: number) => void;
  /** Called with what is typed or stepped to, and its number: null while it is blank or can't be read. */
  onTyping?: (text: string, quantity: number | null) => void;
  /** Called instead of `onCheck` with the sentence shown, when what is typed can't be read. It stays as typed. */
  onUnreadable?: (problem: string) => void;
  /** Called when the text is blank or 0 on blur or Enter, or when stepped down to 0. */
  onRemove?: () => void;
  error?: string | undefined;
  hint?: string | undefined;
  step?: number;
  disabled?: boolean;
  /** The input, to focus. */
  ref?: Ref<HTMLInputElement>;
};

/** A quantity with steppers. Keeps the text as typed and says when it can't be read. */
export function QuantityInput(props: QuantityInputProps) {
  const {
    value,
    revision = 0,
    label,
    onCheck,
    onEnter,
    onTyping,
    onUnreadable,
    onRemove,
    error,
    hint,
    step = 1,
    disabled,
    ref,
  } = props;
  const id = useId();
  const wiring = useFieldWiring();
  const [text, setText] = useState(String(value));
  const [isTold, setTold] = useState(false);
  const number = numberOf(text);
  const { problem } = readQuantity(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const root = useRef<HTMLSpanElement>(null);
  const waiting = useRef<AbortController>(undefined);
  const isTyped = useRef(false);
  const latest = useRef(text);
  latest.current = text;
  const check = useRef(onCheck);
  check.current = onCheck;
  const unreadable = useRef(onUnreadable);
  unreadable.current = onUnreadable;

  const stopWaiting = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    waiting.current?.abort();
  }, []);

  const show = useCallback((quantity: number) => {
    isTyped.current = false;
    setTold(false);
    setText((typed) => (numberOf(typed) === quantity ? typed : String(quantity)));
  }, []);
  useLayoutEffect(() => {
    if (!isTyped.current || numberOf(latest.current) === value) show(value);
  }, [value, show]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: revision is what asks for it
  useLayoutEffect(() => {
    stopWaiting();
    show(value);
  }, [revision, show, stopWaiting]);
  useEffect(() => stopWaiting, [stopWaiting]);

  /** Settles a little later, or once the person turns to something else, which may count on it. */
  const settleSoon = (next: string) => {
    timer.current = setTimeout(() => settle(next), DEBOUNCE_MS);
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    const turn = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) settle(next);
    };
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, turn, { capture: true, signal });
  };
  const type = (next: string) => {
    const typed = numberOf(next);
    isTyped.current = true;
    onTyping?.(next, Number.isNaN(typed) ? null : typed);
    setText(next);
    setTold(false);
    stopWaiting();
    if (typed !== null && typed !== 0) settleSoon(next);
  };
  const settle = (typed: string) => {
    stopWaiting();
    const read = readQuantity(typed);
    if (read.problem !== null) {
      setTold(true);
      return unreadable.current?.(read.problem);
    }
    const quantity = numberOf(typed);
    // Typed back to what is stored: nothing of one's own is left to keep.
    if (quantity === value) isTyped.current = false;
    check.current(quantity);
  };
  /** Checks the last input now; a blank or 0 removes, where that is possible. */
  const leave = (typed: string) => {
    const isChecked = timer.current === undefined;
    stopWaiting();
    const quantity = numberOf(typed);
    if (quantity !== null && quantity !== 0) {
      if (!isChecked) settle(typed);
    } else if (onRemove) onRemove();
    else settle(typed);
  };
  const enter = () => {
    if (!number) return leave(text);
    stopWaiting();
    if (onEnter) onEnter(number);
    else settle(text);
  };
  const stepBy = (by: number) => {
    if (problem !== null) return settle(text);
    const next = Math.max(0, Math.round(((number ?? 0) + by) * 100) / 100);
    type(String(next));
    if (next === 0) leave('0');
  };
  const shownError = isTold && problem !== null ? problem : error;
  const described = [wiring['aria-describedby'], shownError && `${id}-error`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <span ref={root} className={css.quantity} data-quantity>
      <span className={css.row}>
        <button
          type="button"
          className="v-icon-button"
          aria-label={`Less: ${label}`}
          disabled={disabled || number === null || number <= 0}
          onClick={() => stepBy(-step)}
        >
          <Icon name="minus" size={16} />
        </button>
        <input
          ref={ref}
          id={wiring.id}
          className="v-input"
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={shownError ? true : wiring['aria-invalid']}
          aria-describedby={described || undefined}
          value={text}
          disabled={disabled}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => leave(text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') enter();
            else if (event.key === 'ArrowUp') stepBy(step);
            else if (event.key === 'ArrowDown' && (number ?? 0) > step) stepBy(-step);
            else return;
            event.preventDefault();
          }}
        />
        <button
          type="button"
          className="v-icon-button"
          aria-label={`More: ${label}`}
          disabled={disabled}
          onClick={() => stepBy(step)}
        >
          <Icon name="plus" size={16} />
        </button>
      </span>
      {shownError && <FieldError id={`${id}-error`}>{shownError}</FieldError>}
      {hint && (
        <span id={`${id}-hint`} className="v-hint">
          {hint}
        </span>
      )}
    </span>
  );
}
