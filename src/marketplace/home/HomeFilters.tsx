import { COMPANY_TYPES } from '../../../domain/access/vocabulary';
import { LISTING_SORTS } from '../../../domain/directory/listing';
import { reference } from '../../../domain/session/contract';
import { useCallQuery } from '../../providers/refine/use-call';
import { Field, Select } from '../../ui/Field';
import type { HomeAddress } from './useHomeAddress';

const HOUR_MS = 3_600_000;
const KINDS = Object.entries(COMPANY_TYPES).map(([value, { label }]) => ({ value, label }));
const SORTS = Object.entries(LISTING_SORTS).map(([value, label]) => ({ value, label }));

/** What narrows and sorts the marketplace: a state, a kind of business, and the order. */
export function HomeFilters({ address: { state, kind, sort, set } }: { address: HomeAddress }) {
  const { data = [] } = useCallQuery(reference.usStates, {}, { staleTime: HOUR_MS });
  const active = data.filter((one) => one.active || one.ansiAbbrevation === state);
  const states = active.map((one) => ({ value: one.ansiAbbrevation, label: one.unabbreviatedName }));
  const shown = states.length === 0 && state ? [{ value: state, label: state }] : states;
  const choices = [
    { name: 'state', label: 'State', placeholder: 'All states', options: shown, value: state },
    { name: 'kind', label: 'Kind of business', placeholder: 'All businesses', options: KINDS, value: kind },
    { name: 'sort', label: 'Sort by', placeholder: 'Best match', options: SORTS, value: sort },
  ] as const;
  return choices.map(({ name, label, ...select }) => (
    <Field key={name} label={label} labelHidden>
      <Select {...select} onChange={(event) => set(name, event.target.value)} />
    </Field>
  ));
}
