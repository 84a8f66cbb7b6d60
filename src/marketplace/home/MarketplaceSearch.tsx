import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { directory } from '../../../domain/directory/contract';
import type { Listing } from '../../../domain/directory/listing';
import { messageOf } from '../../providers/call/call-errors';
import { useCallQuery } from '../../providers/refine/use-call';
import { IconButton } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { useDebounced } from '../../ui/hooks';
import { Icon } from '../../ui/Icon';
import { Picture } from '../../ui/Picture';
import { listingPath } from '../brand-path';
import css from './MarketplaceSearch.module.css';

const LEAST = 2;
const DEBOUNCE_MS = 300;
const FOUND = ['brand', 'product'] satisfies Listing['directoryListingType'][];

export type MarketplaceSearchProps = {
  className?: string | undefined;
  /** What is searched for on this page, which the field shows. */
  searched?: string;
  /** Called when a brand is opened or a search starts. */
  onDone?: () => void;
};

/** Suggests brands and products while typing; Enter without a choice searches for all matches, and keeps the text. */
export function MarketplaceSearch({ className = '', searched = '', onDone }: MarketplaceSearchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(searched);
  const [shown, setShown] = useState(searched);
  if (shown !== searched) {
    setShown(searched);
    setText(searched);
  }
  const [isOpen, setOpen] = useState(false);
  const term = text.trim();
  const settled = useDebounced(term, DEBOUNCE_MS);
  const isAsked = isOpen && term.length >= LEAST && settled.length >= LEAST;
  const found = useCallQuery(
    directory.autocomplete,
    { query: { searchString: settled, directoryListingTypes: FOUND } },
    { enabled: isAsked, keepsPrevious: true },
  );
  const results = isAsked ? (found.data ?? []) : [];
  const isCurrent = settled === term && found.data !== undefined && !found.isPlaceholderData;

  const finish = (path: string, left: string) => {
    setText(left);
    setOpen(false);
    navigate(path);
    onDone?.();
  };
  /** Enter without a choice searches for all; Escape first closes the list, then clears. */
  const onKey = (event: KeyboardEvent, chosen: Listing | undefined): boolean => {
    if (event.key.startsWith('Arrow') && term.length >= LEAST) setOpen(true);
    if (event.key === 'Enter' && !chosen && term) finish(`/marketplace?search=${encodeURIComponent(term)}`, term);
    else if (event.key === 'Escape' && (isOpen || text)) {
      if (!isOpen || term.length < LEAST) setText('');
      setOpen(false);
    } else return false;
    return true;
  };

  return (
    <search
      className={`${css.search} ${className}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Icon name="search" size={18} />
      <Combobox
        label="Search Marketplace"
        placeholder="Search Marketplace"
        listLabel="Brands and products"
        text={text}
        onText={(next) => {
          setText(next);
          setOpen(true);
        }}
        groups={[{ label: null, options: results }]}
        idOf={({ directoryListingType, id }) => `${directoryListingType}-${id}`}
        onChoose={(listing) => finish(listingPath(listing), '')}
        onKey={onKey}
        onFocus={() => setOpen(true)}
        beside={
          text && <IconButton icon="close" label="Clear search" className="v-small" onClick={() => setText('')} />
        }
        classes={{ option: css.result }}
        frame={(list) =>
          isAsked && (
            <div className={css.results}>
              {list}
              {results.length === 0 && found.isPending && <p className={css.resultsNote}>Searching…</p>}
              {results.length === 0 && isCurrent && <p className={css.resultsNote}>Nothing matches “{settled}”.</p>}
              {found.isError && <p className={css.resultsNote}>{messageOf(found.error)}</p>}
            </div>
          )
        }
      >
        {(listing) => <Result {...listing} />}
      </Combobox>
      <span role="status" className="v-hidden">
        {isAsked && isCurrent ? describeCount(results.length) : ''}
      </span>
    </search>
  );
}

function describeCount(count: number): string {
  return `${count} found`;
}

function Result({ imageUri, name, tagline, org, states, directoryListingType }: Listing) {
  return (
    <>
      <Picture src={imageUri} name={name} size={36} />
      <span className={css.resultText}>
        <strong>{name}</strong>
        <span className="muted">{directoryListingType === 'product' ? tagline : org.name}</span>
      </span>
      <span className="muted">{states.join(', ')}</span>
    </>
  );
}
