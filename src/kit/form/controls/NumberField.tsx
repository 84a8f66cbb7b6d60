import type { ReactNode } from 'react';
import { type ControllerRenderProps, useController, useFormContext } from 'react-hook-form';
import { readTyped, type TypedKind } from '../../../../domain/typed';
import { Field, TextInput } from '../../../ui/Field';
import { MoneyInput } from '../../../ui/MoneyInput';
import styles from '../form.module.css';

/** A field of a number as people type it; its text stays as typed. */
export type NumberControl = {
  control: TypedKind;
  /** Takes negative numbers as well. */
  signed?: boolean;
  /** Most decimals, where they aren't those of its kind. */
  decimals?: number;
};

type NumberFieldProps = NumberControl & {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  disabled: boolean;
};

/** Says what is wrong with its text when it is left and when the form is sent, which waits until it can be read. */
export function NumberField({ name, control: kind, signed = false, decimals, disabled, ...labels }: NumberFieldProps) {
  const { control, trigger, clearErrors } = useFormContext();
  const options = { signed, ...(decimals !== undefined && { decimals }) };
  const problemOf = (text: unknown) => (typeof text === 'string' ? readTyped(kind, text, options).problem : null);
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (text) => problemOf(text) ?? true },
  });
  const shown = {
    ...field,
    value: field.value ?? '',
    onBlur: () => {
      field.onBlur();
      if (problemOf(field.value) !== null) void trigger(name);
    },
    onChange: (text: string) => {
      if (fieldState.error) clearErrors(name);
      field.onChange(text);
    },
  };
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {kind === 'money' ? (
        <MoneyInput {...shown} disabled={disabled} />
      ) : (
        <Digits {...shown} kind={kind} disabled={disabled} />
      )}
    </Field>
  );
}

type DigitsProps = Omit<ControllerRenderProps, 'onChange'> & {
  kind: TypedKind;
  onChange: (text: string) => void;
};

function Digits({ kind, onChange, disabled, ...field }: DigitsProps) {
  return (
    <span className={kind === 'percent' ? styles.percent : undefined}>
      <TextInput
        {...field}
        className="end"
        inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
        autoComplete="off"
        readOnly={disabled ?? false}
        onChange={({ target }) => onChange(target.value)}
      />
      {kind === 'percent' && <span aria-hidden="true">%</span>}
    </span>
  );
}
