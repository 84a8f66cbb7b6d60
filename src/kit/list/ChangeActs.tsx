import { useState } from 'react';
import { later } from '../../ui/later';
import { ActMenu, leftOut, manyOf } from './BulkActs';
import type { BulkInput, Noun, Offered, Selected } from './bulk';
import type { ListChanges } from './changes';

const ChangeDialog = later(async () => (await import('./ChangeDialog')).ChangeDialog);

type ChangeActsProps<R> = {
  changes: ListChanges<R>;
  noun: Noun;
  selected: Selected<R>;
  /** What the list shows, since all of it can be selected. */
  filters: BulkInput;
};

/** A menu of changes of the selection, each shown row by row before it is applied. */
export function ChangeActs<R extends { id: number }>({ changes, noun, selected, filters }: ChangeActsProps<R>) {
  const [chosen, setChosen] = useState<Offered<R> | null>(null);
  return (
    <>
      <ActMenu<R>
        {...changes}
        acts={changes.acts as never}
        selected={selected}
        filters={filters}
        requires={() => changes.apply.requires}
        onNear={ChangeDialog.prefetch}
        onChoose={setChosen}
      />
      {chosen && (
        <ChangeDialog.Part
          changes={changes}
          offered={chosen}
          noun={noun}
          many={manyOf(chosen, selected, noun)}
          left={leftOut(chosen.left, noun)}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null);
            selected.clear();
          }}
        />
      )}
    </>
  );
}
