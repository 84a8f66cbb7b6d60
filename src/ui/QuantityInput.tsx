import { useEffect, useId, useRef, useState } from 'react';
import { FieldError, useFieldWiring } from './Field';
import { Icon } from './Icon';
import './ui.css';

const DEBOUNCE_MS = 300;
const QUANTITY = /^\d*\.?\d*$/;

export type QuantityInputProps = {
  /** The quantity as stored; what is being typed is kept until it differs from outside. */
  value: number;
  /** Names the input, such as "Quantity of Blue Dream 3.5 g". */
  label: string;
  /** Called 300 ms after the last change. */
  onCheck: (quantity: number) => void;
  /** Called at once when the text is blank or 0 and the person leaves it, presses Enter, or steps down to 0. */
  onRemove?: () => void;
  error?: string | undefined;
  hint?: string | undefined;
  step?: number;
  disabled?: boolean;
};

/** A quantity with steppers. It holds the text as typed; signs and letters are not taken. */
export function QuantityInput(props: QuantityInputProps) {
  const { value, label, onCheck, onRemove, error, hint, step = 1, disabled } = props;
  const id = useId();
  const wiring = useFieldWiring();
  const [text, setText] = useState(String(value));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const check = useRef(onCheck);
  check.current = onCheck;

  useEffect(() => setText((typed) => (Number(typed) === value && typed !== '' ? typed : String(value))), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (next: string) => {
    if (!QUANTITY.test(next)) return;
    setText(next);
    clearTimeout(timer.current);
    if (Number(next) > 0) timer.current = setTimeout(() => check.current(Number(next)), DEBOUNCE_MS);
  };
  const removeIfNone = (typed: string) => {
    if (Number(typed) > 0) return;
    clearTimeout(timer.current);
    if (onRemove) onRemove();
    else setText(String(value));
  };
  const stepBy = (by: number) => {
    const next = Math.max(0, Math.round((Number(text) + by) * 100) / 100);
    type(String(next));
    if (next === 0) removeIfNone('0');
  };
  const described = [wiring['aria-describedby'], error && `${id}-error`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <span className="v-quantity">
      <span className="v-quantity-row">
        <button
          type="button"
          className="v-icon-button"
          aria-label={`Less: ${label}`}
          disabled={disabled || Number(text) <= 0}
          onClick={() => stepBy(-step)}
        >
          <Icon name="minus" size={16} />
        </button>
        <input
          id={wiring.id}
          className="v-input"
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={error ? true : wiring['aria-invalid']}
          aria-describedby={described || undefined}
          value={text}
          disabled={disabled}
          onChange={(event) => type(event.target.value)}
          onBlur={() => removeIfNone(text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') removeIfNone(text);
            else if (event.key === 'ArrowUp') stepBy(step);
            else if (event.key === 'ArrowDown' && Number(text) > step) stepBy(-step);
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <span id={`${id}-hint`} className="v-hint">
          {hint}
        </span>
      )}
    </span>
  );
}
