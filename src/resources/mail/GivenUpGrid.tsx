import { useMemo, useState } from 'react';
import { defineFilters } from '../../../domain/filters';
import type { UnsentEmail, UnsentLeft, UnsentSelection } from '../../../domain/mail/contract';
import { counted } from '../../../domain/text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress } from '../../kit/list';
import type { Selected } from '../../kit/list/bulk/bulk';
import type { Resource } from '../../providers/refine/resource';
import type { CallResult } from '../../providers/refine/use-call';
import { showSnack } from '../../providers/snackbar';
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
  const many = (count: number) => counted(count, ...noun);
  const onLeft = ({ clear }: Chosen) => {
    clear();
    setRound((before) => before + 1);
  };
  const begin = async (chosen: Chosen) => {
    const done = await again.run(idsOf(chosen.selection));
    if (!done.ok) return;
    onLeft(chosen);
    showSnack({ status: 'success', message: again.said(many(done.value.left)) });
  };
  const onlyOne = ({ id }: R): Chosen => ({
    selection: { kind: 'some', ids: [String(id)] },
    count: 1,
    clear: () => {},
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
        selectionActions={(chosen) => (
          <>
            <Button disabled={again.isPending} onClick={() => void begin(chosen)}>
              {again.label}
            </Button>
            <Button onClick={() => setAsking(chosen)}>Dismiss</Button>
          </>
        )}
      />
      {asking && (
        <Confirm<Record<never, never>, UnsentLeft>
          title={`Dismiss ${many(asking.count)}?`}
          act="Dismiss"
          run={() => dismiss.run(idsOf(asking.selection))}
          onDone={({ left }) => {
            onLeft(asking);
            showSnack({ status: 'success', message: `Dismissed ${many(left)}.` });
          }}
          onClose={() => setAsking(null)}
        >
          {dismiss.warning}
        </Confirm>
      )}
    </>
  );
}

const idsOf = (selection: GridSelection): UnsentSelection =>
  selection.kind === 'some' ? { ids: selection.ids.map(Number) } : { except: selection.except.map(Number) };
