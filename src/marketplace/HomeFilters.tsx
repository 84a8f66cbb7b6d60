import { reference } from '../../domain/session/contract';
import { useCallQuery } from '../providers/use-call';
import { Field, Select } from '../ui/Field';

const HOUR_MS = 3_600_000;

/** A state, or all of them (''). */
export function StateFilter({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  const { data = [] } = useCallQuery(reference.usStates, {}, { staleTime: HOUR_MS });
  const active = data.filter((state) => state.active || state.ansiAbbrevation === value);
  const options = active.map((state) => ({ value: state.ansiAbbrevation, label: state.unabbreviatedName }));
  const shown = options.length === 0 && value ? [{ value, label: value }] : options;
  return (
    <Field label="State" labelHidden>
      <Select
        placeholder="All states"
        options={shown}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
