import { Fragment, type HTMLInputAutoCompleteAttribute, lazy, type ReactNode, Suspense } from 'react';
import { type ControllerRenderProps, type FieldValues, useController, useFormContext, useWatch } from 'react-hook-form';
import { TYPED, typedAmount } from '../../../domain/typed';
import { Checkbox, FieldError, Select, TextArea, TextInput } from '../../ui/Field';
import { SecretInput } from '../../ui/SecretInput';
import type { ChoiceSource, Option, TreeOption } from './choices';
import { FormField } from './controls/FormField';
import { NativeDate } from './controls/NativeDate';
import { type NumberControl, NumberField } from './controls/NumberField';
import { PickMany, type PickManyProps } from './controls/PickMany';
import styles from './form.module.css';

// The heavier and rarer controls load with the first form that uses one.
const ChoiceField = lazy(() => import('./antd/ChoiceField'));
const DateField = lazy(() => import('./antd/DateField'));
const UploadField = lazy(() => import('./antd/UploadField'));
const TagInput = lazy(() => import('./controls/TagInput'));

type TextControl = {
  control?: 'text' | 'textarea' | 'email' | 'phone' | 'secret';
  maxLength?: number;
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Rows of a textarea. */
  rows?: number;
};
type DateControl = {
  control: 'date';
  /** The browser's own date input, for pages where antd's would make the first download too large. */
  isNative?: boolean;
  /** For a native one: shown while it is empty, and not sent. */
  implied?: string | null;
};
/**
 * `select` is native, for about a dozen options; `lookup` is searchable, and `multi` takes several, also of a tree;
 * `checks` shows all as checkboxes, and `picks` takes several by typing, without antd.
 */
type ListControl = { control: 'select' | 'checks' | 'picks'; options: readonly Option[] | undefined };
type SearchControl = { control: 'lookup' | 'multi' } & (
  | { options: readonly TreeOption[] | undefined; source?: undefined }
  /** The rows of a resource: see `choicesOf`. */
  | { options?: undefined; source: ChoiceSource }
);
/** Options are undefined while they load. */
type ChoiceControl = (ListControl | SearchControl) & { placeholder?: string };
type UploadControl = {
  control: 'upload';
  /** In the browser's format, such as ".csv". */
  accept?: string;
  /** Bytes. */
  maxSize?: number;
};
type CheckControl = { control: 'checkbox' };
/** A time of day, HH:MM, in the browser's own input. */
type TimeControl = { control: 'time' };
/** A package's tag, typed or scanned. */
type TagControl = { control: 'tag' };

/** A declared field: label, control and hint. */
export type FieldSpec<V extends FieldValues> = {
  name: keyof V & string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  /** Side by side with another field if there is room. */
  half?: boolean;
  /** Why it can't be changed; makes it read-only. */
  fixed?: string | null;
  /** A heading above it that starts a new section. */
  section?: string;
  /** Shown only when true. */
  when?: (values: V) => boolean;
} & (
  | TextControl
  | NumberControl
  | DateControl
  | ChoiceControl
  | UploadControl
  | CheckControl
  | TimeControl
  | TagControl
);

/** Declared fields in order, inside a form of the kit. */
export function Fields<V extends FieldValues>({ fields }: { fields: readonly FieldSpec<V>[] }) {
  // Watching renders all of them with every change of any.
  return fields.some(({ when }) => when) ? <SomeFields fields={fields} /> : <AllFields fields={fields} />;
}

function SomeFields<V extends FieldValues>({ fields }: { fields: readonly FieldSpec<V>[] }) {
  const values = useWatch() as V;
  return <AllFields fields={fields.filter(({ when }) => when?.(values) ?? true)} />;
}

function AllFields<V extends FieldValues>({ fields }: { fields: readonly FieldSpec<V>[] }) {
  return (
    <div className={styles.fields}>
      {fields.map((spec) => (
        <Fragment key={spec.name}>
          {spec.section && <h3 className={styles.part}>{spec.section}</h3>}
          <div className={spec.half ? styles.half : styles.full}>
            <Declared spec={spec} />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function Declared<V extends FieldValues>({ spec }: { spec: FieldSpec<V> }) {
  if (spec.control === 'checkbox') return <CheckboxField {...spec} />;
  if (spec.control === 'checks' || spec.control === 'picks') {
    return <ChecksField {...spec} isTyped={spec.control === 'picks'} options={spec.options ?? []} />;
  }
  const { name, label, required, fixed, hint } = spec;
  if (isNumber(spec)) {
    const isFixed = fixed !== undefined && fixed !== null;
    return <NumberField {...spec} hint={fixed ?? hint} disabled={isFixed} />;
  }
  return (
    <FormField name={name} label={label} hint={fixed ?? hint} {...(required ? { required } : {})}>
      {(field) => (
        <Suspense fallback={<TextInput readOnly value="" data-loading />}>
          <Control spec={spec} field={field} />
        </Suspense>
      )}
    </FormField>
  );
}

const isNumber = <V extends FieldValues>(spec: FieldSpec<V>): spec is FieldSpec<V> & NumberControl =>
  spec.control !== undefined && spec.control in TYPED;

/** Values with the numbers of these fields as they are read; what can't be read stays as typed. */
export function readNumbers<V extends FieldValues>(fields: readonly FieldSpec<V>[], values: V): V {
  const numbers = fields.filter(isNumber).flatMap(({ name, control, signed = false, decimals }) => {
    const text: unknown = values[name];
    const options = { signed, ...(decimals !== undefined && { decimals }) };
    return typeof text === 'string' ? [[name, typedAmount(control, text, options)]] : [];
  });
  return { ...values, ...Object.fromEntries(numbers) };
}

function Control<V extends FieldValues>({ spec, field }: { spec: FieldSpec<V>; field: ControllerRenderProps }) {
  const isFixed = spec.fixed !== undefined && spec.fixed !== null;
  const common = { ...field, value: field.value ?? '', readOnly: isFixed };
  switch (spec.control) {
    case undefined:
    case 'text':
      return <TextInput autoComplete="off" {...common} {...textOf(spec)} />;
    case 'email':
      return <TextInput type="email" inputMode="email" autoComplete="off" {...common} {...textOf(spec)} />;
    case 'phone':
      return <TextInput type="tel" inputMode="tel" autoComplete="off" {...common} {...textOf(spec)} />;
    case 'textarea':
      return <TextArea {...common} {...textOf(spec)} rows={spec.rows ?? 3} />;
    case 'secret':
      return <SecretInput {...common} {...textOf(spec)} />;
    case 'tag':
      return <TagInput field={field} readOnly={isFixed} />;
    case 'select':
      return (
        <NativeSelect
          field={field}
          options={spec.options ?? []}
          placeholder={spec.placeholder}
          disabled={isFixed}
          isRequired={spec.required === true}
        />
      );
    case 'lookup':
    case 'multi':
      return (
        <ChoiceField
          field={field}
          options={spec.options}
          source={spec.source}
          isMany={spec.control === 'multi'}
          placeholder={spec.placeholder}
          disabled={isFixed}
        />
      );
    case 'date':
      if (!spec.isNative) return <DateField field={field} disabled={isFixed} />;
      return <NativeDate field={field} implied={spec.implied} readOnly={isFixed} />;
    case 'time':
      return <TextInput type="time" {...common} />;
    case 'upload':
      return <UploadField field={field} accept={spec.accept} maxSize={spec.maxSize} />;
    default:
      return null;
  }
}

const textOf = ({ maxLength, placeholder, autoComplete }: TextControl) => ({
  ...(maxLength === undefined ? {} : { maxLength }),
  ...(placeholder === undefined ? {} : { placeholder }),
  ...(autoComplete === undefined ? {} : { autoComplete }),
});

type NativeSelectProps = {
  field: ControllerRenderProps;
  options: readonly Option[];
  placeholder: string | undefined;
  disabled: boolean;
  /** Nothing chosen means no answer, rather than "none". */
  isRequired: boolean;
};

function NativeSelect({ field, options, placeholder, disabled, isRequired }: NativeSelectProps) {
  const nothing = isText(options) ? '' : isRequired ? undefined : null;
  return (
    <Select
      {...field}
      disabled={disabled}
      value={String(field.value ?? '')}
      options={options.map(({ value, ...rest }) => ({ value: String(value), ...rest }))}
      {...(placeholder === undefined ? {} : { placeholder })}
      onChange={({ target }) =>
        field.onChange(options.find(({ value }) => String(value) === target.value)?.value ?? nothing)
      }
    />
  );
}

const isText = (options: readonly Option[]) => typeof options[0]?.value !== 'number';

function CheckboxField({ name, label, hint }: { name: string; label: string; hint?: ReactNode }) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  return (
    <div className="v-field" data-invalid={fieldState.error ? true : undefined}>
      <Checkbox
        label={label}
        name={name}
        ref={field.ref}
        checked={field.value === true}
        onBlur={field.onBlur}
        onChange={({ target }) => field.onChange(target.checked)}
      />
      {hint && <span className="v-hint">{hint}</span>}
      {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
    </div>
  );
}

type ChecksFieldProps = Pick<PickManyProps, 'label' | 'options' | 'hint' | 'placeholder' | 'required' | 'isTyped'> & {
  name: string;
};

/** A choice of several. Values not offered to this reader stay selected. */
export function ChecksField({ name, label, options, hint, placeholder, required, isTyped }: ChecksFieldProps) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  return (
    <PickMany
      label={label}
      placeholder={placeholder}
      required={required}
      isTyped={isTyped}
      hint={hint}
      options={options}
      chosen={field.value ?? []}
      error={fieldState.error?.message}
      onChange={field.onChange}
    />
  );
}
