import { useContext, useRef } from 'react';
import { IconButton } from '../../ui/Button';
import css from './files.module.css';
import { TakeFiles } from './useFileDrop';

/** The composer's button to choose files. */
export function ChooseFiles() {
  const take = useContext(TakeFiles);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.choose}>
      <IconButton icon="plus" label="Add files" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // The same one can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
