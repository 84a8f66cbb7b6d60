import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import css from './Combobox.module.css';

const PAGE = 8;

export type ComboboxGroup<Option> = { label: string | null; options: readonly Option[] };

export type ComboboxProps<Option> = {
  /** The box's accessible name. */
  label: string;
  placeholder: string;
  /** The list's accessible name. */
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  /** The options, as rendered; empty while closed. */
  groups: readonly ComboboxGroup<Option>[];
  idOf: (option: Option) => string;
  children: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  required?: boolean | undefined;
  /** Enter takes the first option without moving to it. */
  startsChosen?: boolean;
  /** Gets every key first; returns whether it was handled. `chosen` is what Enter would take. */
  onKey?: (event: KeyboardEvent, chosen: Option | undefined) => boolean;
  onFocus?: () => void;
  /** Places the list; by default as is. It is null without options. */
  frame?: (list: ReactNode) => ReactNode;
  /** Shown beside the box. */
  beside?: ReactNode;
  classes?: { list?: string | undefined; group?: string | undefined; option?: string | undefined };
  ref?: Ref<HTMLInputElement>;
};

/** A text box with a list of options: WAI-ARIA's combobox, with focus staying in the box. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, placeholder, listLabel, text, onText, groups, idOf, children, onChoose, onKey, onFocus } = props;
  const { startsChosen = false, frame = (list: ReactNode) => list, beside, classes = {}, ref, required } = props;
  const id = useId();
  const start = startsChosen ? 0 : -1;
  const [active, setActive] = useState(start);
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(active, options.length - 1);
  const chosen = options[at];
  const list = { id, label: listLabel, groups, chosen, idOf, children, onChoose, classes };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(event.key, at, options.length);
    if (!onKey?.(event, chosen)) {
      if (to !== undefined) setActive(to);
      else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const shownList = options.length > 0 ? <Options {...list} /> : null;

  return (
    <>
      <input
        ref={ref}
        type="text"
        role="combobox"
        className="v-input"
        aria-label={label}
        aria-required={required || undefined}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? optionsId(id) : undefined}
        aria-activedescendant={chosen === undefined ? undefined : optionId(id, idOf(chosen))}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          setActive(start);
        }}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      {beside}
      {frame(shownList)}
    </>
  );
}

type OptionsProps<Option> = Pick<ComboboxProps<Option>, 'groups' | 'idOf' | 'children' | 'onChoose' | 'classes'> & {
  /** Of the box, from which the list and its options take theirs. */
  id: string;
  label: string;
  chosen: Option | undefined;
};

export const optionsId = (id: string) => `${id}-list`;
export const optionId = (id: string, option: string) => `${id}-${option}`;

/** The list of options of a box that keeps the focus and answers the keys. */
export function Options<Option>(props: OptionsProps<Option>) {
  const { id, label, groups, chosen, idOf, children, onChoose, classes = {} } = props;
  return (
    <div role="listbox" id={optionsId(id)} aria-label={label} className={classes.list}>
      {groups.map((group) => (
        <Group key={group.label} label={group.label} className={classes.group}>
          {group.options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box that has the focus answers the keys
            <div
              key={idOf(option)}
              id={optionId(id, idOf(option))}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              className={`${css.option} ${classes.option ?? ''}`}
              ref={(element) => {
                if (option === chosen) element?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              {children(option)}
            </div>
          ))}
        </Group>
      ))}
    </div>
  );
}

function Group({
  label,
  className,
  children,
}: {
  label: string | null;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (label === null) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups by their role
    <div role="group" aria-label={label}>
      <p className={className} aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}

/** The index a key moves to among `count`, wrapping around; -1 is the box itself. Undefined for other keys. */
export function moved(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return count === 0 ? -1 : (at + 1) % count;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'PageDown':
      return Math.min(at + PAGE, count - 1);
    case 'PageUp':
      return Math.max(at - PAGE, Math.min(0, count - 1));
    default:
      return undefined;
  }
}
