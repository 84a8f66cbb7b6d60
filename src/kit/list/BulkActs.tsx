import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { BulkDialog } from './BulkDialog';
import { type BulkAct, counted } from './bulk';
import type { Selected } from './types';
import { useRunHere } from './useRunHere';

type BulkActsProps<R> = {
  /** On the button: "Change status". */
  label: string;
  noun: readonly [one: string, many: string];
  acts: readonly (BulkAct<R> & { run: (row: R) => Promise<unknown> })[];
  selected: Selected<R>;
  nameOf: (row: R) => string;
  /** Why none of them is open to this person; null when they may. */
  whyNot: string | null;
  /** Said where no act is open to any of the rows. */
  nothingOpen: string;
  mostAtOnce: number;
};

/** The acts open to what is selected, as a menu; each asks first and then says what became of every row. */
export function BulkActs<R extends { id: number }>(props: BulkActsProps<R>) {
  const { label, noun, acts, selected, mostAtOnce } = props;
  const [chosen, setChosen] = useState<{ act: BulkActsProps<R>['acts'][number]; rows: readonly R[] } | null>(null);
  const { progress, start, stop, reset } = useRunHere(props.nameOf);
  const rows = selected.rows ?? [];
  const open = acts
    .map((act) => ({ act, rows: act.isOpenTo ? rows.filter(act.isOpenTo) : rows }))
    .filter((one) => one.rows.length > 0);
  const isTooMany = selected.rows === null || rows.length > mostAtOnce;
  const whyNot =
    props.whyNot ??
    (isTooMany
      ? `Select at most ${counted(mostAtOnce, noun)} at a time.`
      : open.length === 0
        ? props.nothingOpen
        : null);
  const entries = open.map((one): MenuEntry => {
    const left = rows.length - one.rows.length;
    return {
      label: `${one.act.verb} ${one.rows.length}`,
      ...(left > 0 ? { note: `${left} of the selection cannot be` } : {}),
      ...(one.act.tone && { tone: one.act.tone }),
      onSelect: () => setChosen(one),
    };
  });
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
        <BulkDialog
          verb={chosen.act.verb}
          tone={chosen.act.tone}
          noun={noun}
          count={chosen.rows.length}
          left={rows.length - chosen.rows.length}
          review={chosen.act.review(counted(chosen.rows.length, noun))}
          outcome={chosen.act.outcome}
          progress={progress}
          onStart={() => void start(chosen.rows, chosen.act.run)}
          onStop={stop}
          canLeave={false}
          onClose={(isDone) => {
            setChosen(null);
            reset();
            if (isDone) selected.clear();
          }}
        />
      )}
    </>
  );
}
