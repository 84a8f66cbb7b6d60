import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, TextInput } from '../../ui/Field';
import css from '../directory.module.css';
import type { DirectoryAddress } from './useDirectoryAddress';

type Props = { address: DirectoryAddress; onDone?: () => void };

/** Searches the directory by name, license number or business; cleared, it shows all again. */
export function SearchField({ address: { searchTerm, search }, onDone }: Props) {
  const [text, setText] = useState(searchTerm);
  const [shown, setShown] = useState(searchTerm);
  if (shown !== searchTerm) {
    setShown(searchTerm);
    setText(searchTerm);
  }
  return (
    <search className={css.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
          onDone?.();
        }}
      >
        <Field label="Search Directory" labelHidden>
          <TextInput
            type="search"
            placeholder="Search Directory"
            value={text}
            maxLength={100}
            enterKeyHint="search"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" icon="search">
          Search
        </Button>
        {searchTerm && (
          <IconButton
            icon="close"
            label="Clear search"
            onClick={() => {
              search('');
              onDone?.();
            }}
          />
        )}
      </form>
    </search>
  );
}

/** On small screens: a button that opens the search. */
export function SearchDialog({ address }: Pick<Props, 'address'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="search" onClick={() => setOpen(true)}>
        {address.searchTerm || 'Search'}
      </Button>
      {isOpen && (
        <Dialog title="Search Directory" onClose={() => setOpen(false)}>
          <SearchField address={address} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
