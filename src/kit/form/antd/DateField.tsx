import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useFieldWiring } from '../../../ui/Field';
import type { ControlProps } from '../choices';
import { AntdFrame } from './AntdFrame';

const KEPT = 'YYYY-MM-DD';
/** The first format is shown; the others are accepted when typed. */
const TYPED = ['MM/DD/YYYY', 'M/D/YYYY', 'M/D/YY', KEPT];

/** A day; the form's value is YYYY-MM-DD or null. */
export default function DateField({ field, disabled }: ControlProps) {
  const { id = '', 'aria-invalid': isInvalid } = useFieldWiring();
  const [isOpen, setOpen] = useState(false);
  return (
    <AntdFrame isOpen={isOpen}>
      <DatePicker
        id={id}
        {...(isInvalid ? { status: 'error' as const } : {})}
        name={field.name}
        ref={field.ref}
        onBlur={field.onBlur}
        value={field.value ? dayjs(field.value, KEPT) : null}
        format={TYPED}
        placeholder="MM/DD/YYYY"
        disabled={disabled === true}
        onOpenChange={setOpen}
        onChange={(day) => field.onChange(day?.isValid() ? day.format(KEPT) : null)}
      />
    </AntdFrame>
  );
}
