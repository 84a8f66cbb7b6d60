import { useState } from 'react';
import { directoryLists as calls, type DirectoryList } from '../../../domain/directory/lists';
import { QueryState } from '../../kit/form/QueryState';
import { messageOf } from '../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Checkbox, FieldError } from '../../ui/Field';
import css from '../directory.module.css';
import { type Entry, NewList } from './ListDialogs';

type Props = { name: string; entry: Entry; onClose: () => void };

/** The organization's lists, each with or without a listing; a press puts it in or takes it out. */
export function AddToList({ name, entry, onClose }: Props) {
  const orgId = useSession().organization?.id ?? 0;
  const [isNew, setNew] = useState(false);
  const query = useCallQuery(calls.list, { params: { orgId }, query: entry }, { topics: ['directory-lists'] });
  if (isNew) return <NewList orgId={orgId} first={entry} onClose={onClose} />;
  return (
    <Dialog
      title={`Lists with ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button icon="plus" onClick={() => setNew(true)}>
            New list
          </Button>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <QueryState query={query}>
        {(lists) => {
          const own = lists.filter(({ kind }) => kind === 'DIRECTORY_LISTING');
          if (own.length === 0) return <p className="muted">No lists yet. Everybody in your organization sees them.</p>;
          return (
            <ul className={css.choices}>
              {own.map((list) => (
                <li key={list.slug}>
                  <ListChoice list={list} orgId={orgId} entry={entry} />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </Dialog>
  );
}

function ListChoice({ list, orgId, entry }: { list: DirectoryList; orgId: number; entry: Entry }) {
  const add = useCall(calls.add, { showsErrors: true });
  const drop = useCall(calls.drop, { showsErrors: true });
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { run, isPending, error } = list.hasListing ? drop : add;
  const change = async () => {
    setWanted(!list.hasListing);
    await run({ params: { orgId, id: list.id ?? 0, ...entry } });
    setWanted(null);
  };
  return (
    <>
      <Checkbox
        label={list.name}
        checked={wanted ?? list.hasListing}
        aria-busy={isPending}
        onChange={() => void (isPending ? undefined : change())}
      />
      {error !== null && <FieldError>{messageOf(error)}</FieldError>}
    </>
  );
}
