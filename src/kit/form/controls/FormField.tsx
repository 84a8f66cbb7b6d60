import type { ReactNode } from 'react';
import { type ControllerRenderProps, useController, useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field';

export type FormFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  labelHidden?: boolean;
  /** The control; `field` connects it to its label, hint and error. */
  children: (field: ControllerRenderProps) => ReactNode;
};

/** A form field with a custom control; declared fields are built on it too. */
export function FormField({ name, children, ...labels }: FormFieldProps) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {children(field)}
    </Field>
  );
}
