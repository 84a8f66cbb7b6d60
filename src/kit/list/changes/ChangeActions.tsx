import { lazyDialog } from '../../../ui/lazy';
import { ActionMenu, type ActionsProps, type Chosen, leftOut, manyOf } from '../bulk/BulkActions';
import type { Noun } from '../bulk/bulk';
import type { ListChanges } from './changes';

const ChangeDialog = lazyDialog(async () => (await import('./ChangeDialog')).ChangeDialog);

/** A menu of changes of the selection. */
export function ChangeActions<R extends { id: number }>(props: ActionsProps<R> & { changes: ListChanges<R> }) {
  const { changes, selected, filters, onChoose } = props;
  return (
    <ActionMenu<R>
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
