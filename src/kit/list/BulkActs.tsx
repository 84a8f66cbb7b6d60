import { useState } from 'react';
import type { BulkSelection } from '../../../domain/bulk/bulk-call';
import type { CallResult } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { BulkReview } from './BulkReview';
import { type BulkAct, bulkSelection, counted, type Noun } from './bulk';
import { followBulk } from './bulk-under-way';
import type { Selected } from './types';

type BulkActsProps<R, F, A> = {
  /** On the button: "Change status". */
  label: string;
  noun: Noun;
  acts: readonly BulkAct<R, A, F>[];
  selected: Selected<R>;
  /** What the list shows: all of it may be selected. */
  filters: F;
  /** Why none of them is open to this person; null when they may. */
  whyNot: string | null;
  /** Said where no act is open to any of the rows. */
  nothingOpen: string;
  /** Begins it on the server: `useCall` of the list's bulk call. */
  start: {
    run: (selection: BulkSelection<F>, act: A) => Promise<CallResult<{ id: number }>>;
    isPending: boolean;
    error: unknown;
  };
};

/**
 * The acts open to what is selected, as a menu. Each says what it will do and asks; the server then does it, row by row,
 * and `BulkProgress` shows how far it is.
 */
export function BulkActs<R extends { id: number }, F, A>(props: BulkActsProps<R, F, A>) {
  const { label, noun, acts, selected, filters, start } = props;
  const [chosen, setChosen] = useState<Offered<R, F, A> | null>(null);
  const offered = acts.flatMap((act) => offer(act, selected, filters) ?? []);
  const whyNot = props.whyNot ?? (offered.length === 0 ? props.nothingOpen : null);
  const entries = offered.map(({ act, count, left }, at): MenuEntry => {
    const notes = count === null ? 'Those that can be' : `${left} of the selection cannot be`;
    return {
      label: count === null ? `${act.verb} all that match` : `${act.verb} ${count.toLocaleString('en-US')}`,
      ...((count === null || left > 0) && { note: notes }),
      ...(act.tone && { tone: act.tone }),
      onSelect: () => setChosen(offered[at] ?? null),
    };
  });
  const begin = async ({ act, selection }: Offered<R, F, A>) => {
    const result = await start.run(selection, act.act);
    if (!result.ok) return;
    followBulk({ id: result.value.id, verb: act.verb, noun, outcome: act.outcome, isOpen: true });
    setChosen(null);
    selected.clear();
  };
  return (
    <>
      {whyNot ? (
        <Tooltip text={whyNot}>
          <Button aria-disabled>{label}</Button>
        </Tooltip>
      ) : (
        <Menu label={label} entries={entries} />
      )}
      {chosen && (
        <BulkReview
          act={chosen.act}
          many={
            chosen.count === null
              ? `up to ${counted(selected.count, noun, selected.isCapped)}`
              : counted(chosen.count, noun)
          }
          left={chosen.left > 0 ? counted(chosen.left, noun) : null}
          isStarting={start.isPending}
          error={start.error}
          onStart={() => void begin(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** An act with the rows it is open to; `count` is null where only the platform knows how many those are. */
type Offered<R, F, A> = { act: BulkAct<R, A, F>; selection: BulkSelection<F>; count: number | null; left: number };

function offer<R extends { id: number }, F, A>(
  act: BulkAct<R, A, F>,
  selected: Selected<R>,
  filters: F,
): Offered<R, F, A> | null {
  const { selection, rows, count } = selected;
  if (selection.kind === 'all' || rows === null) {
    const narrowed = act.narrow ? act.narrow(filters) : filters;
    return narrowed === null ? null : { act, selection: bulkSelection(selection, narrowed), count: null, left: 0 };
  }
  const ids = rows.filter((row) => act.isOpenTo?.(row) ?? true).map(({ id }) => id);
  return ids.length === 0 ? null : { act, selection: { ids }, count: ids.length, left: count - ids.length };
}
