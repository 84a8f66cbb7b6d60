import { type KeyboardEvent, useRef } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { readTag, scannedTag, wholeTags } from '../../../../domain/inventory/packages/scanned-tag';
import { TextInput } from '../../../ui/Field';
import { WithAppScan } from '../../scan/WithAppScan';

/** Room for two scans, which become one tag. */
const MOST_CHARACTERS = 200;

type TagInputProps = { field: ControllerRenderProps; readOnly: boolean };

/**
 * A package's tag, typed or scanned. Another scan replaces it. Enter, with which most scanners end, goes on to the next
 * field as Tab does, and never submits the form.
 */
export default function TagInput({ field, readOnly }: TagInputProps) {
  const value = String(field.value ?? '');
  /** The last whole tag, which a scan behind or before it replaces. */
  const last = useRef('');
  const settle = (text: string) => {
    const tag = scannedTag(text, last.current) ?? readTag(text);
    last.current = tag;
    if (tag !== value) field.onChange(tag);
  };
  const input = (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      maxLength={MOST_CHARACTERS}
      {...field}
      value={value}
      readOnly={readOnly}
      onFocus={({ currentTarget }) => {
        last.current = value;
        currentTarget.select();
      }}
      onChange={({ target }) =>
        wholeTags(target.value).length > 1 ? settle(target.value) : field.onChange(target.value)
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        focusNext(event);
      }}
      onBlur={() => {
        settle(value);
        field.onBlur();
      }}
    />
  );
  return readOnly ? input : <WithAppScan onScan={settle}>{input}</WithAppScan>;
}

/** Goes on to the form's next field; without one the tag is selected, so that the next scan replaces it. */
function focusNext({ currentTarget: input }: KeyboardEvent<HTMLInputElement>): void {
  const parts = [...(input.form?.elements ?? [])];
  const next = parts
    .slice(parts.indexOf(input) + 1)
    .find(
      (part) => part instanceof HTMLElement && part.matches('input, select, textarea') && !part.matches(':disabled'),
    );
  if (next instanceof HTMLElement) next.focus();
  else input.select();
}
