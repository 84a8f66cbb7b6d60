import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import css from './Combobox.module.css';
import offered from './offered-list.module.css';

const PAGE = 8;

export type ComboboxGroup<Option> = { label: string | null; options: readonly Option[] };

export type ComboboxProps<Option> = {
  /** The box's accessible name. */
  label: string;
  placeholder: string;
  /** The list's accessible name; the box's by default. */
  listLabel?: string;
  text: string;
  onText: (text: string) => void;
  /** The options, as rendered; empty while closed, if the box doesn't drop down. */
  groups: readonly ComboboxGroup<Option>[];
  idOf: (option: Option) => string;
  children: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  required?: boolean | undefined;
  /**
   * Opens its list under the box when it gets the focus or a text, and closes it on leaving, by Escape and, unless it
   * is to `stay`, with a choice. Enter then never submits the form around it.
   */
  dropsDown?: 'once' | 'stay';
  /** For one that drops down: said of a text without options. */
  nothing?: string | undefined;
  /** For one that drops down: Enter before anything is found takes what was typed as it is. */
  onEnter?: ((text: string) => void) | undefined;
  /** For one that drops down: Tab behind a text does what Enter does, as scanners that end with it need. */
  takesTab?: boolean;
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

/** One group without a name, which is how most lists are. */
export const ungrouped = <Option,>(options: readonly Option[] | undefined): readonly ComboboxGroup<Option>[] =>
  options && options.length > 0 ? [{ label: null, options }] : [];

/** An option by its name, with a quieter hint beside it. */
export const namedOption = ({ name, hint }: { name: string; hint?: string }): ReactNode => (
  <>
    {name}
    {hint && <span className="v-hint"> {hint}</span>}
  </>
);

/** A text box with a list of options: WAI-ARIA's combobox, with focus staying in the box. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  return props.dropsDown ? <DropDown {...props} /> : <Box {...props} />;
}

function DropDown<Option>({ dropsDown, nothing, onEnter, takesTab = false, ...props }: ComboboxProps<Option>) {
  const { text, onText, groups, onChoose, onFocus } = props;
  const [isOpen, setOpen] = useState(false);
  const typed = text.trim();
  const isFound = groups.some(({ options }) => options.length > 0);
  const choose = (option: Option) => {
    onChoose(option);
    onText('');
    if (dropsDown === 'once') setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus left
    <div
      className={offered.box}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <Box
        {...props}
        groups={isOpen ? groups : []}
        startsChosen
        onText={(next) => {
          onText(next);
          setOpen(true);
        }}
        onFocus={() => {
          onFocus?.();
          setOpen(true);
        }}
        onKey={({ key, shiftKey }, chosen) => {
          const isTaken = takesTab && key === 'Tab' && !shiftKey && typed !== '';
          if (isTaken && isOpen && chosen !== undefined) choose(chosen);
          else if (isTaken) onEnter?.(typed);
          else if (key === 'Escape' && isOpen) setOpen(false);
          else if (key === 'ArrowDown' && !isOpen) setOpen(true);
          else if (key !== 'Enter' || (isOpen && isFound)) return false;
          else if (typed !== '') onEnter?.(typed);
          return true;
        }}
        onChoose={choose}
        beside={
          isOpen &&
          typed !== '' &&
          !isFound &&
          nothing && (
            <p className="v-hint" role="status">
              {nothing}
            </p>
          )
        }
        classes={{ list: offered.list, option: offered.option }}
      />
    </div>
  );
}

type BoxProps<Option> = Omit<ComboboxProps<Option>, 'dropsDown' | 'nothing' | 'onEnter' | 'takesTab'>;

function Box<Option>(props: BoxProps<Option>) {
  const { label, placeholder, listLabel = label, text, onText, groups, idOf, children, onChoose, onKey } = props;
  const { startsChosen = false, frame = (list: ReactNode) => list, beside, classes = {}, ref, required } = props;
  const { onFocus } = props;
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
