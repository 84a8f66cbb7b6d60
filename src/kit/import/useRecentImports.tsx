import { useState } from 'react';
import { IconButton } from '../../ui/Button';
import { BulkProgress, type OpenedAction } from '../list';

type RecentImportsProps = {
  /** The call that imports, by which the person's imports are found. */
  call: { path: string };
  noun: readonly [one: string, many: string];
  /** What an import does, before a number of records: "Import". */
  act: string;
  /** What was done, after it: "3 people invited". */
  done: string;
};

const RECENT = { title: 'Recent imports', none: 'None yet. Choose a file to import.' };

/** The person's recent imports on a page, each with its undo: the button that lists them, and what it opens. */
export function useRecentImports({ call, noun, act, done }: RecentImportsProps) {
  const [opened, setOpened] = useState<OpenedAction>(null);
  const acts = [{ act: 'import', title: `${act} #`, outcome: done }];
  return {
    button: <IconButton icon="clock" label={RECENT.title} onClick={() => setOpened('recent')} />,
    list: <BulkProgress bulk={{ call, acts, recent: RECENT }} noun={noun} opened={opened} onOpen={setOpened} />,
  };
}
