import { type ReactNode, useEffect, useRef, useState } from 'react';
import { WhyNot } from '../../access/WhyNot';
import type { CallResult } from '../../providers/refine/use-call';
import { Button, IconButton } from '../../ui/Button';
import { Confirm } from '../form/questions/Confirm';
import { OrderedList } from '../list/OrderedList';
import { Panel } from './RecordPage';

type OrderedPanelProps<R> = {
  title: string;
  /** Singular: "person". */
  noun: string;
  /** In order; ids are unique within the panel. */
  rows: readonly R[];
  nameOf: (row: R) => string;
  /** Shown when there are none. */
  hint: string;
  /** Why the reader may not change them; null when they may. */
  whyNot: string | null;
  /** Saves a row's new position, from 0; without it the order isn't theirs to change. */
  onMove?: (row: R, place: number) => Promise<{ ok: boolean }>;
  /** Removes a row, after asking; `says` is what happens then. */
  remove: { says: string; run: (row: R) => Promise<CallResult<unknown>>; success: string };
  /** The form of a row, or of a new one. */
  drawer: (open: { row: R | null; onClose: () => void }) => ReactNode;
  /** Shown beside a row's name. */
  children?: (row: R) => ReactNode;
  /** Shown below the list. */
  after?: ReactNode;
};

/**
 * A record's own short list in its order, as a section of its page: add, edit, remove, and reorder by drag or keyboard.
 *
 *     <OrderedPanel title="Key people" noun="person" rows={people} nameOf={({ name }) => name} hint="No one yet."
 *       whyNot={whyNot} onMove={move} remove={{ says: 'Buyers no longer see them.', run: drop, success: 'Removed.' }}
 *       drawer={({ row, onClose }) => <PersonDrawer person={row} onClose={onClose} />} />
 */
export function OrderedPanel<R extends { id: number }>(props: OrderedPanelProps<R>) {
  const { title, noun, rows, nameOf, hint, whyNot, onMove, remove, drawer, children, after } = props;
  const [open, setOpen] = useState<{ row: R | null } | null>(null);
  const [removed, setRemoved] = useState<R | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const isRemoved = useRef(false);
  // When the dialog closes, its button is gone with the row, so focus stays in the list.
  useEffect(() => {
    if (removed === null && isRemoved.current) list.current?.focus();
    isRemoved.current = false;
  }, [removed]);
  const mayChange = whyNot === null;
  const current = open?.row && (rows.find(({ id }) => id === open.row?.id) ?? open.row);
  return (
    <Panel
      title={title}
      actions={
        <>
          <Button icon="plus" disabled={!mayChange} onClick={() => setOpen({ row: null })}>
            Add {noun}
          </Button>
          {whyNot && <WhyNot reason={whyNot} />}
        </>
      }
    >
      {rows.length === 0 && <p className="v-hint">{hint}</p>}
      <OrderedList<R>
        ref={list}
        label={title}
        rows={rows}
        nameOf={nameOf}
        onMove={mayChange ? onMove : undefined}
        actions={(row) =>
          mayChange && (
            <>
              <IconButton icon="edit" label={`Edit ${nameOf(row)}`} onClick={() => setOpen({ row })} />
              <IconButton icon="trash" label={`Remove ${nameOf(row)}`} onClick={() => setRemoved(row)} />
            </>
          )
        }
      >
        {children}
      </OrderedList>
      {after}
      {open && drawer({ row: current ?? null, onClose: () => setOpen(null) })}
      {removed && (
        <Confirm
          title={`Remove ${nameOf(removed)}?`}
          act={`Remove ${noun}`}
          run={() => remove.run(removed)}
          success={remove.success}
          onDone={() => {
            isRemoved.current = true;
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{remove.says}</p>
        </Confirm>
      )}
    </Panel>
  );
}
