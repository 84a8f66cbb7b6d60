import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Field, TextInput } from '../../ui/Field';
import { ErrorState, Skeleton } from '../../ui/states';
import css from './EmojiPicker.module.css';
import {
  type Emoji,
  findEmojis,
  frequentEmojis,
  GROUPS,
  loadEmojis,
  noteEmoji,
  readTone,
  saveTone,
  TONES,
  toned,
} from './emojis';

/** Buttons in a row, which the arrow keys go by. */
const COLUMNS = 9;
const MOST_FOUND = 90;
const FREQUENT = -1;

type Props = {
  onChoose: (emoji: string) => void;
  /** Whether one is offered; all are otherwise. */
  offers?: (emoji: string) => boolean;
};

/** Every emoji, by group or search, in the skin tone of one's choice. Loaded when opened. */
export default function EmojiPicker({ onChoose, offers = () => true }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['emojis'],
    queryFn: loadEmojis,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { topics: [] },
  });
  const [frequent] = useState(frequentEmojis);
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState(frequent.length > 0 ? FREQUENT : (GROUPS[0]?.group ?? 0));
  const [tone, setTone] = useState(readTone);
  const grid = useRef<HTMLFieldSetElement>(null);
  const all = (data ?? []).filter(({ emoji }) => offers(emoji));
  const shown = shownOf(all, { typed, group, frequent });
  const tabs =
    frequent.length > 0 ? [{ group: FREQUENT, label: 'Frequently used', icon: '🕘' }, ...GROUPS] : [...GROUPS];
  const label = typed === '' ? tabs.find((one) => one.group === group)?.label : 'Found';

  const choose = (emoji: Emoji) => {
    noteEmoji(emoji.emoji);
    const wanted = toned(emoji, tone);
    onChoose(offers(wanted) ? wanted : emoji.emoji);
  };
  const focusAt = (at: number) => grid.current?.querySelectorAll('button')[at]?.focus();
  const move = (event: KeyboardEvent) => {
    const at = [...(grid.current?.querySelectorAll('button') ?? [])].indexOf(event.target as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (at + step < 0) grid.current?.parentElement?.querySelector('input')?.focus();
    else focusAt(Math.min(at + step, shown.length - 1));
  };
  return (
    <div className={css.picker}>
      <Field label="Find emoji" labelHidden>
        <TextInput
          autoFocus
          type="search"
          placeholder="Find emoji"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            const first = shown[0];
            if (event.key === 'ArrowDown') focusAt(0);
            else if (event.key === 'Enter' && typed !== '' && first) choose(first);
            else return;
            event.preventDefault();
          }}
        />
      </Field>
      <fieldset className={css.groups}>
        <legend className="v-hidden">Groups</legend>
        {tabs.map((one) => (
          <button
            key={one.group}
            type="button"
            aria-label={one.label}
            title={one.label}
            aria-pressed={typed === '' && group === one.group}
            onClick={() => {
              setTyped('');
              setGroup(one.group);
            }}
          >
            {one.icon}
          </button>
        ))}
      </fieldset>
      {error ? (
        <ErrorState message="We couldn’t load the emoji." onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={css.emojis} aria-busy="true">
          <Skeleton height="180px" />
        </div>
      ) : (
        <fieldset className={css.emojis} ref={grid} onKeyDown={move}>
          <legend className={css.label}>{shown.length === 0 ? `No emoji match “${typed}”` : label}</legend>
          {shown.map((one, at) => (
            <button
              key={one.emoji}
              type="button"
              tabIndex={at === 0 ? 0 : -1}
              aria-label={one.label}
              title={one.label}
              onClick={() => choose(one)}
            >
              {toned(one, tone)}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset className={css.tones}>
        <legend className="v-hidden">Skin tone</legend>
        {TONES.map((one) => (
          <button
            key={one.tone}
            type="button"
            aria-label={one.tone === '' ? 'No skin tone' : `${one.tone} skin tone`}
            aria-pressed={one.tone === tone}
            onClick={() => {
              saveTone(one.tone);
              setTone(one.tone);
            }}
          >
            {one.hand}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

type Choice = { typed: string; group: number; frequent: readonly string[] };

function shownOf(all: readonly Emoji[], { typed, group, frequent }: Choice): Emoji[] {
  if (typed !== '') return findEmojis(all, typed).slice(0, MOST_FOUND);
  if (group !== FREQUENT) return all.filter((one) => one.group === group);
  return frequent.flatMap((emoji) => all.find((one) => one.emoji === emoji) ?? []);
}
