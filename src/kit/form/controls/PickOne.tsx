import { useState } from 'react';
import { Combobox } from '../../../ui/Combobox';
import styles from './PickMany.module.css';

export type Pickable = { id: number; name: string; hint?: string };

export type PickOneProps<O extends Pickable> = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** What matches the text; undefined while it is being found. */
  options: readonly O[] | undefined;
  onChoose: (option: O) => void;
  /** Enter before anything is found: what was typed is taken as it is. */
  onEnter?: (text: string) => void;
  /** Said when nothing matches. */
  nothing?: string;
};

/** A box that finds one of many by typing and passes it on, to be found again for the next. */
export function PickOne<O extends Pickable>(props: PickOneProps<O>) {
  const { label, placeholder, text, onText, options, onChoose, onEnter, nothing = 'No matches' } = props;
  const [isOpen, setOpen] = useState(false);
  const found = options ?? [];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus left
    <div
      className={styles.box}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <Combobox<O>
        label={label}
        placeholder={placeholder}
        listLabel={label}
        text={text}
        onText={(typed) => {
          onText(typed);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        groups={isOpen && found.length > 0 ? [{ label: null, options: found }] : []}
        idOf={({ id }) => String(id)}
        startsChosen
        onKey={({ key }) => {
          if (key === 'Escape' && isOpen) setOpen(false);
          else if (key === 'ArrowDown' && !isOpen) setOpen(true);
          // In a form, Enter without a match must not submit it.
          else if (key !== 'Enter' || (isOpen && found.length > 0)) return false;
          else if (text.trim() !== '') onEnter?.(text.trim());
          return true;
        }}
        onChoose={(option) => {
          onChoose(option);
          onText('');
          setOpen(false);
        }}
        beside={
          isOpen &&
          text.trim() !== '' &&
          options?.length === 0 && (
            <p className="v-hint" role="status">
              {nothing}
            </p>
          )
        }
        classes={{ list: styles.list, option: styles.option }}
      >
        {({ name, hint }) => (
          <>
            {name}
            {hint && <span className="v-hint"> {hint}</span>}
          </>
        )}
      </Combobox>
    </div>
  );
}
