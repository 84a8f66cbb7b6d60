import { useState } from 'react';
import { COMPANY_TYPES } from '../../../domain/access/vocabulary';
import { directory } from '../../../domain/directory/contract';
import { reference } from '../../../domain/session/contract';
import type { Option } from '../../kit/form/choices';
import { PickMany } from '../../kit/form/controls/PickMany';
import { useCallQuery } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Field, Select } from '../../ui/Field';
import css from '../directory.module.css';
import { WaysIn } from '../WaysIn';
import type { DirectoryAddress } from './useDirectoryAddress';

const HOUR_MS = 3_600_000;
const TYPES: readonly Option[] = Object.entries(COMPANY_TYPES).map(([value, { label }]) => ({ value, label }));

type Props = {
  address: DirectoryAddress;
  /** Called when the choice is made or given up. */
  onDone?: () => void;
};

/** License types and states: chosen, then applied to a search, or saved as what the directory begins with. */
export function Filters({ address, onDone }: Props) {
  const { isLocked, commit, searchTerm } = address;
  const committed = { states: [...address.states].sort(), types: [...address.types].sort() };
  const key = JSON.stringify(committed);
  const [draft, setDraft] = useState({ key, ...committed });
  if (draft.key !== key) setDraft({ key, ...committed });
  const { data = [] } = useCallQuery(reference.usStates, {}, { staleTime: HOUR_MS });
  const states = data
    .filter(({ active, ansiAbbrevation }) => active || draft.states.includes(ansiAbbrevation))
    .map(({ ansiAbbrevation, unabbreviatedName }) => ({ value: ansiAbbrevation, label: unabbreviatedName }));
  const locked = (options: readonly Option[]) => options.map((option) => ({ ...option, disabled: isLocked }));
  const isSearch = searchTerm !== '';
  const isChanged = JSON.stringify({ states: draft.states, types: draft.types }) !== key;
  return (
    <form
      className={css.filters}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        commit(draft, !isSearch);
        onDone?.();
      }}
    >
      <PickMany
        isWhole
        label="License Types"
        options={locked(TYPES)}
        chosen={draft.types}
        onChange={(types) => setDraft({ ...draft, types: types.map(String) })}
      />
      <PickMany
        isWhole
        label="States"
        options={locked(states)}
        chosen={draft.states}
        onChange={(chosen) => setDraft({ ...draft, states: chosen.map(String) })}
      />
      <div className={css.filterActs}>
        <Button
          disabled={isLocked || (!isChanged && !onDone)}
          onClick={() => {
            setDraft({ key, ...committed });
            onDone?.();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" tone="primary" disabled={isLocked}>
          {isSearch ? 'Apply' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** The best match first, or by a field; a change searches again. */
export function Sort({ address: { sort, setSort, isLocked } }: Pick<Props, 'address'>) {
  const { data = [] } = useCallQuery(directory.sortableFields, {}, { staleTime: HOUR_MS });
  const fields = data.map(({ key, displayName }) => ({ value: key, label: displayName }));
  return (
    <Field label="Sort by" labelHidden>
      <Select
        className={css.sort}
        placeholder="Best Match"
        options={fields}
        value={fields.some(({ value }) => value === sort) ? sort : ''}
        disabled={isLocked}
        onChange={({ target }) => setSort(target.value)}
      />
    </Field>
  );
}

/** Why a visitor’s filters and sort are locked. */
export function Locked() {
  return (
    <p className="muted small">
      <WaysIn returnTo="/directory" what="to unlock filters/sorting" />
    </p>
  );
}
