import { later } from '../../ui/later';
import { ActMenu, type ActsProps, type Chosen, leftOut, manyOf } from './BulkActs';
import type { Noun } from './bulk';
import type { ListChanges } from './changes';

const ChangeDialog = later(async () => (await import('./ChangeDialog')).ChangeDialog);

/** A menu of changes of the selection. */
export function ChangeActs<R extends { id: number }>(props: ActsProps<R> & { changes: ListChanges<R> }) {
  const { changes, selected, filters, onChoose } = props;
  return (
    <ActMenu<R>
      {...changes}
      acts={changes.acts as never}
      selected={selected}
      filters={filters}
      requires={() => changes.apply.requires}
      onNear={ChangeDialog.prefetch}
      onChoose={(offered) => onChoose({ offered, selected })}
    />
  );
}

type ChangeQuestionProps<R> = { changes: ListChanges<R>; noun: Noun; chosen: Chosen<R>; onClose: () => void };

/** Shows a chosen change row by row before it is applied. */
export function ChangeQuestion<R extends { id: number }>({ changes, noun, chosen, onClose }: ChangeQuestionProps<R>) {
  const { offered, selected } = chosen;
  return (
    <ChangeDialog.Part
      changes={changes}
      offered={offered}
      noun={noun}
      many={manyOf(offered, selected, noun)}
      left={leftOut(offered.left, noun)}
      onClose={onClose}
      onDone={() => {
        onClose();
        selected.clear();
      }}
    />
  );
}
