import { useEffect, useMemo, useRef, useState } from 'react';
import { defineFilters } from '../../../domain/filters';
import type { UnsentEmail, UnsentLeft, UnsentSelection } from '../../../domain/mail/contract';
import { counted } from '../../../domain/text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress } from '../../kit/list';
import type { Selected } from '../../kit/list/bulk/bulk';
import { focusList } from '../../kit/list/focus-list';
import { CallError } from '../../providers/call/call-errors';
import type { Resource } from '../../providers/refine/resource';
import type { CallResult } from '../../providers/refine/use-call';
import { reportError, showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import type { GridColumn, GridEmpty, GridSelection } from '../../ui/grid';

const filters = defineFilters({});
const gone = async () => null;

type Act = (selection: UnsentSelection) => Promise<CallResult<UnsentLeft>>;
type Chosen = Pick<Selected<unknown>, 'selection' | 'count' | 'clear'>;

type Props<R> = {
  resource: Resource;
  label: string;
  noun: readonly [one: string, many: string];
  columns: readonly GridColumn<R>[];
  nameOf: (row: R) => string;
  empty: GridEmpty;
  again: { label: string; run: Act; isPending: boolean; said: (many: string) => string };
  dismiss: { run: Act; warning: string };
};

/** A list of what was given up, to begin it again or to dismiss it, one or many; either way it leaves the list. */
export function GivenUpGrid<R extends UnsentEmail>({ noun, again, dismiss, ...list }: Props<R>) {
  const address = useListAddress(filters);
  // A list keeps its rows in place when it is read again; what was chosen has left, so it is another list.
  const [round, setRound] = useState(0);
  const where = useMemo(() => ({ round }), [round]);
  const [asking, setAsking] = useState<Chosen | null>(null);
  const isAsking = asking !== null;
  // What was pressed leaves with what was chosen.
  useEffect(() => {
    if (round > 0 && !isAsking) focusList();
  }, [round, isAsking]);
  const selected = useRef<Chosen>(null);
  const underWay = useRef(new Set<string>());
  const many = (count: number) => counted(count, ...noun);
  const onLeft = ({ clear, count }: Chosen, left: number, said: (many: string) => string) => {
    clear();
    setRound((before) => before + 1);
    if (left > 0) return showSnack({ status: 'success', message: said(many(left)) });
    const gone = count === 1 ? `This ${noun[0]} isn’t` : `These ${noun[1]} aren’t`;
    return showSnack({ status: 'info', message: `${gone} on the list anymore.` });
  };
  const begin = async (chosen: Chosen) => {
    const key = JSON.stringify(chosen.selection);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    const done = await orNone(again.run(idsOf(chosen.selection)));
    underWay.current.delete(key);
    if (!done.ok) return reportError(done.error);
    onLeft(chosen, done.value.left, again.said);
  };
  const onlyOne = ({ id }: R): Chosen => ({
    selection: { kind: 'some', ids: [String(id)] },
    count: 1,
    clear: () => selected.current && isAmong(String(id), selected.current.selection) && selected.current.clear(),
  });
  return (
    <>
      <ResourceGrid<R>
        {...list}
        noun={noun}
        address={address}
        where={where}
        reread={gone}
        rowActions={(row) => [
          { label: again.label, onSelect: () => void begin(onlyOne(row)) },
          { label: 'Dismiss', onSelect: () => setAsking(onlyOne(row)) },
        ]}
        selectionActions={(chosen) => {
          selected.current = chosen;
          return (
            <>
              <Button busy={again.isPending} onClick={() => void begin(chosen)}>
                {again.label}
              </Button>
              <Button onClick={() => setAsking(chosen)}>Dismiss</Button>
            </>
          );
        }}
      />
      {asking && (
        <Confirm<Record<never, never>, UnsentLeft>
          title={`Dismiss ${many(asking.count)}?`}
          act="Dismiss"
          run={() => orNone(dismiss.run(idsOf(asking.selection)))}
          onDone={({ left }) => onLeft(asking, left, (gone) => `Dismissed ${gone}.`)}
          onClose={() => setAsking(null)}
        >
          {dismiss.warning}
        </Confirm>
      )}
    </>
  );
}

const isAmong = (id: string, selection: GridSelection) =>
  selection.kind === 'some' ? selection.ids.includes(id) : !selection.except.includes(id);

/** What somebody else began again or dismissed meanwhile has left the list as well: none of it was there. */
async function orNone(done: Promise<CallResult<UnsentLeft>>): Promise<CallResult<UnsentLeft>> {
  const result = await done;
  const isGone = !result.ok && result.error instanceof CallError && result.error.status === 404;
  return isGone ? { ok: true, value: { left: 0 } } : result;
}

const idsOf = (selection: GridSelection): UnsentSelection =>
  selection.kind === 'some' ? { ids: selection.ids.map(Number) } : { except: selection.except.map(Number) };
