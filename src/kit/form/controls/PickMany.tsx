import { type ReactNode, useRef, useState } from 'react';
import { finds } from '../../../../domain/search-text';
import { Combobox, ungrouped } from '../../../ui/Combobox';
import { Checkbox, FieldError } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import type { Option } from '../choices';
import styles from './PickMany.module.css';

type Value = Option['value'];

export type PickManyProps = {
  label: string;
  options: readonly Option[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** For more options than are seen at a glance: found by typing, the chosen ones listed above the box. */
  isTyped?: boolean | undefined;
  placeholder?: string | undefined;
  /** Shows all checkboxes, where there is room; by default a long list scrolls. */
  isWhole?: boolean;
};

const sorted = (values: readonly Value[]) => [...values].sort((a, b) => (a < b ? -1 : 1));

/**
 * A choice of several, as checkboxes with all and none, or by typing. Values not offered to this reader stay selected
 * and are counted; disabled ones stay as they are. Found by typing, such values can be taken out together, as people who
 * left since.
 */
export function PickMany({ isTyped = false, ...props }: PickManyProps) {
  const { label, options, chosen, onChange, hint, error, required } = props;
  const unseen = chosen.filter((value) => !options.some((option) => option.value === value));
  return (
    <fieldset className={isTyped ? styles.picks : styles.checks} data-invalid={error ? true : undefined}>
      <legend className="v-label">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </legend>
      {isTyped ? <Picks {...props} /> : <Checks {...props} />}
      {unseen.length > 0 && !isTyped && <p className="v-hint">And {unseen.length} more you can’t see.</p>}
      {unseen.length > 0 && isTyped && (
        <p className="v-hint">
          And {unseen.length} no longer offered.{' '}
          <button
            type="button"
            className="v-link"
            onClick={() => onChange(chosen.filter((value) => !unseen.includes(value)))}
          >
            Remove
            <span className="v-hidden"> what is no longer offered of {label.toLowerCase()}</span>
          </button>
        </p>
      )}
      {hint && <p className="v-hint">{hint}</p>}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

function Checks({ label, options, chosen, onChange, isWhole = false }: PickManyProps) {
  const open = options.filter(({ disabled }) => !disabled).map(({ value }) => value);
  const isAll = open.every((value) => chosen.includes(value));
  const fixed = chosen.filter((value) => !open.includes(value));
  return (
    <>
      {open.length > 1 && (
        <button
          type="button"
          className={`v-link ${styles.all}`}
          onClick={() => onChange(isAll ? fixed : sorted([...fixed, ...open]))}
        >
          {isAll ? 'None' : 'All'}
          <span className="v-hidden"> {label.toLowerCase()}</span>
        </button>
      )}
      <div className={isWhole ? styles.whole : styles.list}>
        {options.map(({ value, label: text, disabled }) => (
          <Checkbox
            key={value}
            label={text}
            checked={chosen.includes(value)}
            {...(disabled ? { disabled } : {})}
            onChange={({ target }) =>
              onChange(target.checked ? sorted([...chosen, value]) : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </>
  );
}

function Picks({ label, options, chosen, onChange, placeholder, required }: PickManyProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const isWanted = finds(text);
  const found = options.filter(
    (option) => !chosen.includes(option.value) && !option.disabled && isWanted(option.label),
  );
  const picked = options.filter(({ value }) => chosen.includes(value));
  return (
    <>
      {picked.length > 0 && (
        <ul className={styles.chosen} aria-label={`${label} chosen`}>
          {picked.map(({ value, label: name }) => (
            <li key={value}>
              {name}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  onChange(chosen.filter((other) => other !== value));
                  box.current?.focus();
                }}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox<Option>
        ref={box}
        dropsDown="stay"
        label={label}
        required={required}
        placeholder={placeholder ?? 'Find'}
        text={text}
        onText={setText}
        groups={ungrouped(found)}
        idOf={({ value }) => String(value)}
        onChoose={({ value }) => onChange(sorted([...chosen, value]))}
        nothing={`No matches for “${text.trim()}”.`}
      >
        {({ label: name }) => name}
      </Combobox>
    </>
  );
}
