import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../../../domain/text';
import { Combobox } from '../../ui/Combobox';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { grouped } from './entries';
import css from './Palette.module.css';
import { type Choice, usePalette } from './usePalette';

/** Finds any page, record or action by a few letters. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { choices, choose, isSearching, hasFailed } = usePalette(text);
  // Groups render together, so positions are counted in display order.
  const groups = grouped(choices).map(({ group, entries }) => ({ label: group, options: entries as Choice[] }));
  const hasChoices = choices.length > 0;

  useEffect(() => input.current?.focus(), []);

  const onKey = (event: KeyboardEvent): boolean => {
    const isAskedAgain = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (isAskedAgain) onClose();
    return isAskedAgain;
  };

  return (
    <Dialog title="Find anything" onClose={onClose} width={560}>
      <div className={css.palette}>
        <Combobox
          ref={input}
          label="Page, record or action"
          placeholder="Page, order number, brand, person or action"
          listLabel="Choices"
          text={text}
          onText={setText}
          groups={groups}
          idOf={({ id, group }) => `${group} ${id}`.replace(/\s+/g, '-')}
          onChoose={(choice) => {
            onClose();
            choose(choice);
          }}
          startsChosen
          onKey={onKey}
          classes={{ list: css.list, group: css.group, option: css.option }}
        >
          {({ icon, label, hint }) => (
            <>
              <Icon name={icon} size={18} />
              <span className={css.label}>{label}</span>
              {hint && <span className={css.hint}>{hint}</span>}
            </>
          )}
        </Combobox>
        {!hasChoices && !isSearching && <p className={css.note}>No matches for “{text.trim()}”.</p>}
        {hasFailed && <p className={css.note}>We couldn’t search some records. Check your connection.</p>}
        <p className={css.note} role="status">
          {isSearching ? 'Searching records…' : ''}
          <span className="v-hidden">{!isSearching && text ? counted(choices.length, 'choice') : ''}</span>
        </p>
      </div>
    </Dialog>
  );
}
