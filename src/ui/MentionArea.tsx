import { type KeyboardEvent, type TextareaHTMLAttributes, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  commentText,
  type Mentioned,
  matchingPeople,
  mentionQuery,
  toStored,
} from '../../domain/orders/comments/mentions';
import { counted } from '../../domain/text';
import { moved, Options, optionId, optionsId } from './Combobox';
import { TextArea } from './Field';
import css from './MentionArea.module.css';
import offered from './offered-list.module.css';

export type MentionPerson = Mentioned & { email?: string | null };

const MOST_SHOWN = 8;

type MentionAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'onKeyDown'> & {
  /** As stored: people by id. */
  value: string;
  onChange: (value: string) => void;
  /** Whom typing @ offers. */
  people: readonly MentionPerson[];
  /** Others whom the text names already. */
  known?: readonly MentionPerson[];
  ref?: (element: HTMLTextAreaElement | null) => void;
};

/** A text in which @ offers people by name; arrows choose, Enter or Tab takes, Esc closes. It keeps them by id. */
export function MentionArea({ value, onChange, people, known = [], ref, onBlur, ...rest }: MentionAreaProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const placing = useRef<number | null>(null);
  const named = [...people, ...known.filter((person) => !people.some((other) => other.id === person.id))];
  const typed = commentText(value, named);
  const query = caret === null || rest.readOnly ? null : mentionQuery(typed, caret);
  const isOpen = query !== null && query.at !== closedAt;
  const options = isOpen ? matchingPeople(people, query.text).slice(0, MOST_SHOWN) : [];
  const at = Math.min(active, options.length - 1);
  const chosen = options[at];

  // A text written by the code leaves the caret at its end.
  useLayoutEffect(() => {
    if (placing.current === null) return;
    area.current?.setSelectionRange(placing.current, placing.current);
    placing.current = null;
  });

  const take = (person: MentionPerson) => {
    if (query === null || caret === null) return;
    const begun = `${typed.slice(0, query.at)}@${person.displayName} `;
    placing.current = begun.length;
    setCaret(begun.length);
    setClosedAt(null);
    onChange(toStored(begun + typed.slice(caret).replace(/^ /, ''), named));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (options.length === 0 || chosen === undefined || event.nativeEvent.isComposing) return;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const to = moved(event.key, at, options.length);
    if (event.key === 'Escape') setClosedAt(query?.at ?? null);
    else if (hasModifier) return;
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (to !== undefined) setActive(Math.max(0, to));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={offered.box}>
      <TextArea
        {...rest}
        ref={(element) => {
          area.current = element;
          ref?.(element);
        }}
        value={typed}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={options.length > 0 ? optionsId(id) : undefined}
        aria-activedescendant={chosen === undefined ? undefined : optionId(id, String(chosen.id))}
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          setActive(0);
          if (mentionQuery(target.value, target.selectionStart)?.at !== closedAt) setClosedAt(null);
          onChange(toStored(target.value, named));
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setCaret(null);
          onBlur?.(event);
        }}
      />
      <span role="status" className="v-hidden">
        {options.length > 0 && `${counted(options.length, 'colleague')} to mention`}
      </span>
      {options.length > 0 && (
        <Options<MentionPerson>
          id={id}
          label="Colleagues to mention"
          groups={[{ label: null, options }]}
          chosen={chosen}
          idOf={(person) => String(person.id)}
          onChoose={take}
          classes={{ list: css.people, option: offered.option }}
        >
          {({ displayName, email }) => (
            <span className={css.person}>
              {displayName}
              {email && <span className={css.email}>{email}</span>}
            </span>
          )}
        </Options>
      )}
    </div>
  );
}
