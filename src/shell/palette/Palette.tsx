import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { grouped } from './entries';
import './palette.css';
import { type Choice, usePalette } from './usePalette';

/** Goes to any page, record or act by a few letters of its name. WAI-ARIA's combobox with a list. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { choices, choose, isSearching, hasFailed } = usePalette(text);
  const at = Math.min(active, choices.length - 1);
  const chosen = choices[at];
  // Groups are drawn together, so places in the list are counted as drawn.
  const groups = grouped(choices);
  const drawn = groups.flatMap(({ entries }) => entries) as Choice[];
  const current = drawn[at];

  useEffect(() => input.current?.focus(), []);

  const finish = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(at + 8, drawn.length - 1),
      PageUp: Math.max(at - 8, 0),
    };
    const to = moves[event.key];
    if (to !== undefined) setActive((to + drawn.length) % Math.max(1, drawn.length));
    else if (event.key === 'Enter') finish(current);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') onClose();
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Go to anything" onClose={onClose} width={560}>
      <div className="k-palette">
        <input
          ref={input}
          type="text"
          role="combobox"
          className="v-input"
          aria-label="Page, record or act"
          placeholder="Page, order number, brand, person or act"
          aria-autocomplete="list"
          aria-expanded={chosen !== undefined}
          aria-controls={chosen ? `${id}-list` : undefined}
          aria-activedescendant={current ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        {chosen && (
          <div role="listbox" id={`${id}-list`} aria-label="Choices" className="k-list">
            {groups.map(({ group, entries }) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups by their role
              <div key={group} role="group" aria-label={group}>
                <p className="k-group" aria-hidden="true">
                  {group}
                </p>
                {(entries as Choice[]).map((choice) => {
                  const index = drawn.indexOf(choice);
                  return (
                    <Option
                      key={choice.id}
                      id={`${id}-${index}`}
                      choice={choice}
                      isActive={index === at}
                      onChoose={() => finish(choice)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
        )}
        {!chosen && !isSearching && <p className="k-note">Nothing you may open matches “{text.trim()}”.</p>}
        {hasFailed && <p className="k-note">Some records could not be searched. Check your connection.</p>}
        <p className="k-note" role="status">
          {isSearching ? 'Searching records…' : ''}
          <span className="v-hidden">{!isSearching && text ? `${drawn.length} choices` : ''}</span>
        </p>
      </div>
    </Dialog>
  );
}

type OptionProps = { id: string; choice: Choice; isActive: boolean; onChoose: () => void };

function Option({ id, choice: { label, hint, icon }, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box that has the focus answers the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="k-option"
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon name={icon} size={18} />
      <span className="k-label">{label}</span>
      {hint && <span className="k-hint">{hint}</span>}
    </div>
  );
}
