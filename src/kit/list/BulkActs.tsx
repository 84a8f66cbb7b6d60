import { useState } from 'react';
import { useCan } from '../../access/useCan';
import { Button } from '../../ui/Button';
import { later } from '../../ui/later';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import {
  type BulkInput,
  counted,
  type ListBulk,
  type Noun,
  type Offered,
  offer,
  type Selected,
  titleFor,
} from './bulk';

/** With the component that shows a started action. */
const BulkDialog = later(async () => {
  const [{ BulkDialog }] = await Promise.all([import('./BulkDialog'), import('./BulkFollowed')]);
  return BulkDialog;
});

type BulkActsProps<R> = {
  bulk: ListBulk<R>;
  noun: Noun;
  selected: Selected<R>;
  /** What the list shows, since all of it can be selected. */
  filters: BulkInput;
  onBegun: (id: number) => void;
};

/**
 * A menu of bulk actions on the selection. Each asks for its input and a confirmation; the server then works row by
 * row, and `BulkProgress` shows how far it is.
 */
export function BulkActs<R extends { id: number }>({ bulk, noun, selected, filters, onBegun }: BulkActsProps<R>) {
  const { label, call, acts } = bulk;
  const [chosen, setChosen] = useState<Offered<R> | null>(null);
  const access = useCan();
  const offered = acts.flatMap((act) => offer(act, selected, filters) ?? []);
  const whyNot = access.whyNot(call.requires) ?? (offered.length === 0 ? bulk.nothingOpen : null);
  const entryOf = (one: Offered<R>): MenuEntry => {
    const { act, count, left } = one;
    const refusal = access.whyNot(call.acts[act.act]?.requires ?? call.requires);
    const part =
      count === null ? act.narrow && 'Eligible only' : left > 0 && `${left.toLocaleString('en-US')} not eligible`;
    const note = refusal ?? part;
    return {
      label: `${titleFor(act, count?.toLocaleString('en-US') ?? 'all that match')}${act.asks ? '…' : ''}`,
      disabled: refusal !== null,
      ...(note && { note }),
      ...(act.tone && { tone: act.tone }),
      ...(act.separated && { separated: true }),
      onSelect: () => setChosen(one),
    };
  };
  return (
    <>
      {whyNot ? (
        <Tooltip text={whyNot}>
          <Button aria-disabled>{label}</Button>
        </Tooltip>
      ) : (
        <Menu label={label} entries={offered.map(entryOf)} onNear={BulkDialog.prefetch} />
      )}
      {bulk.more?.(selected)}
      {chosen && (
        <BulkDialog.Part
          call={call}
          offered={chosen}
          many={
            chosen.count === null
              ? `up to ${counted(selected.count, noun, selected.isCapped)}`
              : counted(chosen.count, noun)
          }
          left={leftOut(chosen.left, noun)}
          onClose={() => setChosen(null)}
          onBegun={(id) => {
            setChosen(null);
            selected.clear();
            onBegun(id);
          }}
        />
      )}
    </>
  );
}

function leftOut(left: number, noun: Noun): string | null {
  if (left === 0) return null;
  return `${counted(left, noun)} not eligible and won’t change.`;
}
