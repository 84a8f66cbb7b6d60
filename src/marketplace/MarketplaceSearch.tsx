import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { directory } from '../../domain/directory/contract';
import type { Listing } from '../../domain/directory/listing';
import { messageOf } from '../providers/call-errors';
import { useCallQuery } from '../providers/use-call';
import { IconButton } from '../ui/Button';
import { useDebounced } from '../ui/hooks';
import { Icon } from '../ui/Icon';
import { brandPath } from './brand-path';
import { Picture } from './Picture';

const LEAST = 2;
const DEBOUNCE_MS = 300;

export type MarketplaceSearchProps = {
  className?: string;
  /** A brand was opened or a search begun. */
  onDone?: () => void;
};

/** Finds brands while one types; Enter without a choice searches for all that match. WAI-ARIA's combobox with a list. */
export function MarketplaceSearch({ className = '', onDone }: MarketplaceSearchProps) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const term = text.trim();
  const settled = useDebounced(term, DEBOUNCE_MS);
  const isAsked = isOpen && term.length >= LEAST && settled.length >= LEAST;
  const found = useCallQuery(
    directory.autocomplete,
    { query: { searchString: settled } },
    { enabled: isAsked, keepsFormer: true },
  );
  const results = isAsked ? (found.data ?? []) : [];
  const isCurrent = settled === term && found.data !== undefined && !found.isPlaceholderData;
  const chosen = results[active];

  const finish = (path: string) => {
    setText('');
    setOpen(false);
    setActive(-1);
    navigate(path);
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && term.length >= LEAST) {
      setOpen(true);
      setActive((at) => nextOf(at, step, results.length));
    } else if (event.key === 'Enter' && chosen) finish(brandPath(chosen));
    else if (event.key === 'Enter' && term) finish(`/marketplace?search=${encodeURIComponent(term)}`);
    else if (event.key === 'Escape' && (isOpen || text)) {
      if (!isOpen || term.length < LEAST) setText('');
      setOpen(false);
      setActive(-1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search
      className={`m-search ${className}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Icon name="search" size={18} />
      <input
        type="text"
        role="combobox"
        className="v-input"
        aria-label="Search Marketplace"
        placeholder="Search Marketplace"
        aria-autocomplete="list"
        aria-expanded={results.length > 0}
        aria-controls={results.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={chosen ? `${id}-${active}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {text && <IconButton icon="close" label="Clear search" className="v-small" onClick={() => setText('')} />}
      {isAsked && (
        <div className="m-results">
          {results.length > 0 && (
            <div role="listbox" id={`${id}-list`} aria-label="Brands">
              {results.map((listing, index) => (
                <Result
                  key={`${listing.directoryListingType} ${listing.id}`}
                  id={`${id}-${index}`}
                  listing={listing}
                  isActive={index === active}
                  onChoose={() => finish(brandPath(listing))}
                />
              ))}
            </div>
          )}
          {results.length === 0 && found.isPending && <p className="m-results-note">Searching…</p>}
          {results.length === 0 && isCurrent && <p className="m-results-note">No brand matches “{settled}”.</p>}
          {found.isError && <p className="m-results-note">{messageOf(found.error)}</p>}
        </div>
      )}
      <span role="status" className="v-hidden">
        {isAsked && isCurrent ? countSaid(results.length) : ''}
      </span>
    </search>
  );
}

/** The next of `count` places round and round; -1 is the box itself before anything is chosen. */
function nextOf(at: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (at === -1) return step > 0 ? 0 : count - 1;
  return (at + step + count) % count;
}

function countSaid(count: number): string {
  return count === 1 ? '1 brand found' : `${count} brands found`;
}

function Result(props: { id: string; listing: Listing; isActive: boolean; onChoose: () => void }) {
  const { id, listing, isActive, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box that has the focus answers the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="m-result"
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Picture src={listing.imageUri} name={listing.name} size={36} />
      <span className="m-result-text">
        <strong>{listing.name}</strong>
        <span className="m-muted">{listing.org.name}</span>
      </span>
      <span className="m-muted">{listing.states.join(', ')}</span>
    </div>
  );
}
