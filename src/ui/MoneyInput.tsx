import type { Ref } from 'react';
import { TextInput } from './Field';
import css from './MoneyInput.module.css';

export type MoneyInputProps = {
  /** Dollars as typed, such as "1,204.5" or "$5"; the caller reads them. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  'aria-label'?: string;
  ref?: Ref<HTMLInputElement>;
};

/** US dollars. Keeps the text as typed. */
export function MoneyInput({ onChange, ...rest }: MoneyInputProps) {
  return (
    <span className={css.money}>
      <span aria-hidden="true">$</span>
      <TextInput {...rest} inputMode="decimal" autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    </span>
  );
}
