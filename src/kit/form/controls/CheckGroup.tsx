import type { ReactNode } from 'react';
import { Checkbox, FieldError } from '../../../ui/Field';
import type { Option } from '../antd/types';
import styles from '../form.module.css';

type Value = Option['value'];

const ascending = (a: Value, b: Value) => (a < b ? -1 : 1);

export type CheckGroupProps = {
  label: string;
  options: readonly Option[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
};

/**
 * Checkboxes with all and none. Values not offered to this reader stay selected and are counted; disabled ones stay as
 * they are.
 */
export function CheckGroup({ label, options, chosen, onChange, hint, error, required }: CheckGroupProps) {
  const open = options.filter(({ disabled }) => !disabled).map(({ value }) => value);
  const isAll = open.every((value) => chosen.includes(value));
  const fixed = chosen.filter((value) => !open.includes(value));
  const unseen = chosen.filter((value) => !options.some((option) => option.value === value));
  const toggle = (value: Value, isChecked: boolean) => {
    onChange(isChecked ? [...chosen, value].sort(ascending) : chosen.filter((one) => one !== value));
  };
  return (
    <fieldset className={styles.checks} data-invalid={error ? true : undefined}>
      <legend className="v-label">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </legend>
      {open.length > 1 && (
        <button
          type="button"
          className={`v-link ${styles.allChecks}`}
          onClick={() => onChange(isAll ? fixed : [...fixed, ...open].sort(ascending))}
        >
          {isAll ? 'None' : 'All'}
          <span className="v-hidden"> {label.toLowerCase()}</span>
        </button>
      )}
      <div className={styles.checkList}>
        {options.map(({ value, label: text, disabled }) => (
          <Checkbox
            key={value}
            label={text}
            checked={chosen.includes(value)}
            {...(disabled ? { disabled } : {})}
            onChange={({ target }) => toggle(value, target.checked)}
          />
        ))}
      </div>
      {unseen.length > 0 && <p className="v-hint">And {unseen.length} more you can’t see.</p>}
      {hint && <p className="v-hint">{hint}</p>}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
