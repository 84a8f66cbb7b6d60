import type { ReactNode } from 'react';
import { type ControllerRenderProps, useController, useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field';

export type FormFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  labelHidden?: boolean;
  /** The control; `field` wires it, and label, hint and error belong to it by themselves. */
  children: (field: ControllerRenderProps) => ReactNode;
};

/** A field of the form around it, with a control of one's own; declared fields are made of it too. */
export function FormField({ name, children, ...labels }: FormFieldProps) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {children(field)}
    </Field>
  );
}
