import { useRef, useState } from 'react';
import { Combobox } from '../../../ui/Combobox';
import { FieldError } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import offered from '../../../ui/offered-list.module.css';
import type { Option } from '../antd/types';
import type { CheckGroupProps } from './CheckGroup';
import styles from './PickMany.module.css';

export type PickManyProps = CheckGroupProps & { placeholder?: string | undefined };

/** Multiple choice by typing; chosen entries are listed above the box, each with a remove button. */
export function PickMany(props: PickManyProps) {
  const { label, options, chosen, onChange, hint, error, placeholder, required } = props;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const wanted = text.trim().toLowerCase();
  const found = options.filter(
    (option) => !chosen.includes(option.value) && !option.disabled && option.label.toLowerCase().includes(wanted),
  );
  const unseen = chosen.filter((value) => !options.some((option) => option.value === value));
  const without = (value: Option['value']) => {
    onChange(chosen.filter((other) => other !== value));
    box.current?.focus();
  };
  return (
    <fieldset
      className={styles.picks}
      data-invalid={error ? true : undefined}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <legend className="v-label">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </legend>
      {chosen.length > unseen.length && (
        <ul className={styles.chosen} aria-label={`${label} chosen`}>
          {options
            .filter(({ value }) => chosen.includes(value))
            .map((option) => (
              <li key={option.value}>
                {option.label}
                <button type="button" aria-label={`Remove ${option.label}`} onClick={() => without(option.value)}>
                  <Icon name="close" size={14} />
                </button>
              </li>
            ))}
        </ul>
      )}
      <div className={offered.box}>
        <Combobox<Option>
          ref={box}
          label={label}
          required={required}
          placeholder={placeholder ?? 'Find'}
          listLabel={label}
          text={text}
          onText={(typed) => {
            setText(typed);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          groups={isOpen && found.length > 0 ? [{ label: null, options: found }] : []}
          idOf={({ value }) => String(value)}
          startsChosen
          onKey={({ key }) => {
            if (key === 'Escape' && isOpen) setOpen(false);
            else if (key === 'ArrowDown' && !isOpen) setOpen(true);
            // Typed text that matches nothing shows an error and blocks submitting.
            else if (key !== 'Enter' || wanted === '' || found.length > 0) return false;
            return true;
          }}
          onChoose={({ value }) => {
            onChange([...chosen, value].sort((a, b) => (a < b ? -1 : 1)));
            setText('');
          }}
          beside={
            isOpen &&
            wanted !== '' &&
            found.length === 0 && (
              <p className="v-hint" role="status">
                No matches for “{text.trim()}”.
              </p>
            )
          }
          classes={{ list: offered.list, option: offered.option }}
        >
          {({ label: name }) => name}
        </Combobox>
      </div>
      {unseen.length > 0 && <p className="v-hint">And {unseen.length} more you can’t see.</p>}
      {hint && <p className="v-hint">{hint}</p>}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
