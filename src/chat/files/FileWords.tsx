import type { Channel } from 'stream-chat';
import { IconButton } from '../../ui/Button';
import { sayOfFiles, useFileWords } from './file-words';
import css from './files.module.css';

/** What there is to say about files that somebody chose, above where they write. */
export function FileWords({ live }: { live: Channel }) {
  const words = useFileWords((all) => all[live.cid]) ?? [];
  if (words.length === 0) return null;
  return (
    <div className={css.said} role="alert">
      <ul>
        {words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <IconButton icon="close" label="Dismiss" className="v-small" onClick={() => sayOfFiles(live, [])} />
    </div>
  );
}
