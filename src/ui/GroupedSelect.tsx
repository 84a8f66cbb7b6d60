import { type SelectProps, useFieldWiring } from './Field';

type GroupedSelectProps = Omit<SelectProps, 'options'> & {
  /** Choices by the name of their group. */
  groups: Readonly<Record<string, SelectProps['options']>>;
};

/** A native select with its choices in groups, below the placeholder, which stands for none. */
export function GroupedSelect({ groups, placeholder, className, ...rest }: GroupedSelectProps) {
  return (
    <select {...useFieldWiring()} {...rest} className={`v-input ${className ?? ''}`}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {Object.entries(groups).map(([name, options]) => (
        <optgroup key={name} label={name}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
