import { useState } from 'react';
import type { ChannelMember } from '../../domain/chat/channel';
import { finds } from '../../domain/search-text';
import { Checkbox, Field, TextInput } from '../ui/Field';
import css from './chat.module.css';

type Props = {
  label: string;
  people: readonly ChannelMember[];
  chosen: readonly string[];
  onChange: (userIds: readonly string[]) => void;
};

/** A searchable checklist of people. */
export function PeopleChoice({ label, people, chosen, onChange }: Props) {
  const [search, setSearch] = useState('');
  const toggle = (userId: string) =>
    onChange(chosen.includes(userId) ? chosen.filter((id) => id !== userId) : [...chosen, userId]);
  const found = matching(people, search);
  return (
    <fieldset className={css.people}>
      <legend className="v-label">{label}</legend>
      <Field label="Find people" labelHidden>
        <TextInput
          type="search"
          placeholder="Find people"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <ul className={css.peopleList}>
        {found.map(({ userId, displayName, orgRole }) => (
          <li key={userId}>
            <Checkbox
              checked={chosen.includes(userId)}
              onChange={() => toggle(userId)}
              label={
                <>
                  {displayName} <span className="muted small">{orgRole}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted small">No one matches “{search}”.</p>}
    </fieldset>
  );
}

/** People whose name contains the search. */
export function matching(people: readonly ChannelMember[], search: string): readonly ChannelMember[] {
  const isWanted = finds(search);
  return people.filter(({ displayName }) => isWanted(displayName));
}
