import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  use,
  useId,
} from 'react';
import { Icon } from './Icon';
import './ui.css';
import css from './Field.module.css';

type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

const FieldContext = createContext<FieldWiring | null>(null);

/** Props that connect an input inside a `Field` with its label, hint and error. */
export const useFieldWiring = (): Partial<FieldWiring> => use(FieldContext) ?? {};

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Hides the label visually only. */
  labelHidden?: boolean;
  children: ReactNode;
};

/** A label, one input, hint and error, connected. */
export function Field({ label, hint, error, required, labelHidden, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const wiring: FieldWiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return (
    <div className="v-field">
      <label htmlFor={id} className={labelHidden ? 'v-hidden' : 'v-label'}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <span id={`${id}-hint`} className="v-hint">
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A field's error, announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className={css.error} data-error role="alert">
      <Icon name="warning" size={16} />
      {children}
    </span>
  );
}

export type TextInputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function TextInput({ className, ...rest }: TextInputProps) {
  return <input type="text" {...useFieldWiring()} {...rest} className={`v-input ${className ?? ''}`} />;
}

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea rows={3} {...useFieldWiring()} {...rest} className={`v-input ${className ?? ''}`} />;
}

type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  ref?: Ref<HTMLSelectElement>;
  /** In one list, or by the names of their groups. */
  options: readonly SelectOption[] | Readonly<Record<string, readonly SelectOption[]>>;
  /** An empty first option, which stands for none. */
  placeholder?: string;
};

const isList = (options: SelectProps['options']): options is readonly SelectOption[] => Array.isArray(options);
const listed = (options: readonly SelectOption[]) =>
  options.map(({ label, ...rest }) => (
    <option key={rest.value} {...rest}>
      {label}
    </option>
  ));

/** The native select: fast, and right on every device. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select {...useFieldWiring()} {...rest} className={`v-input ${className ?? ''}`}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {isList(options)
        ? listed(options)
        : Object.entries(options).map(([name, group]) => (
            <optgroup key={name} label={name}>
              {listed(group)}
            </optgroup>
          ))}
    </select>
  );
}

export type CheckboxProps = Omit<TextInputProps, 'type'> & { label: ReactNode };

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={`v-check ${className ?? ''}`}>
      <input {...rest} type="checkbox" />
      {label}
    </label>
  );
}
