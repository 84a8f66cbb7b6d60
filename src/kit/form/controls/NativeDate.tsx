import { useState } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { TextInput } from '../../../ui/Field';

/** A date typed in part. The platform refuses it, so that it isn't taken for none. */
const PART = 'part';

type NativeDateProps = {
  field: ControllerRenderProps;
  /** Shown while it is empty and nobody types. */
  implied: string | null | undefined;
  readOnly: boolean;
};

const enteredIn = ({ value, validity }: HTMLInputElement) => value || (validity.badInput ? PART : null);

/** The browser's own date input. What is typed stays as it is until it is a whole date, also beside an implied one. */
export function NativeDate({ field, implied, readOnly }: NativeDateProps) {
  const [isTyping, setTyping] = useState(false);
  const typed = field.value === PART ? '' : field.value;
  return (
    <TextInput
      type="date"
      {...field}
      readOnly={readOnly}
      value={typed ?? (isTyping ? '' : (implied ?? ''))}
      onChange={({ target }) => {
        setTyping(true);
        field.onChange(enteredIn(target));
      }}
      onBlur={({ target }) => {
        setTyping(false);
        const isTyped = target.value === '' && enteredIn(target) !== (field.value ?? null);
        if (isTyped) field.onChange(enteredIn(target));
        field.onBlur();
      }}
    />
  );
}
