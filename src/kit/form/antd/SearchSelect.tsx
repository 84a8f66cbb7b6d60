import { Select } from 'antd';
import { useState } from 'react';
import { useFieldWiring } from '../../../ui/Field';
import { LEAST_SEARCHED } from '../search';
import { AntdFrame } from './AntdFrame';
import type { ControlProps, Option } from './types';

type SearchSelectProps = ControlProps & {
  options: readonly Option[] | undefined;
  isMany: boolean;
  /** Searches options on the server; without it, the given ones are filtered. */
  onSearch?: ((text: string) => void) | undefined;
};

/** A searchable select of one or several. */
export default function SearchSelect({ field, options, isMany, placeholder, disabled, onSearch }: SearchSelectProps) {
  const { id = '', 'aria-invalid': isInvalid, 'aria-required': isRequired } = useFieldWiring();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const isTooShort = onSearch !== undefined && text.trim().length < LEAST_SEARCHED;
  const { value, name: _name, ...rest } = field;
  return (
    <AntdFrame isOpen={isOpen}>
      <Select
        {...rest}
        id={id}
        {...(isInvalid ? { status: 'error' as const } : {})}
        value={value === '' ? null : value}
        {...(isMany ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        options={[...(options ?? [])]}
        loading={options === undefined}
        disabled={disabled === true}
        placeholder={placeholder}
        showSearch
        allowClear={!isRequired}
        onSearch={(typed) => {
          setText(typed);
          onSearch?.(typed);
        }}
        {...(onSearch ? { filterOption: false } : { optionFilterProp: 'label' })}
        notFoundContent={
          isTooShort ? `Type at least ${LEAST_SEARCHED} letters.` : options === undefined ? 'Loading…' : 'No matches'
        }
        onOpenChange={setOpen}
        onChange={(chosen) => field.onChange(chosen ?? (isMany ? [] : null))}
      />
    </AntdFrame>
  );
}
