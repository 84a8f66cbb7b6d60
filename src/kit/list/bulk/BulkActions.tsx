import { anyOf, type Requirement } from '../../../../domain/access/ability';
import { useCan } from '../../../access/useCan';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { Menu, type MenuEntry } from '../../../ui/Menu';
import { Tooltip } from '../../../ui/Tooltip';
import {
  type Asking,
  type BulkAction,
  type BulkInput,
  bulkSelection,
  counted,
  type ListBulk,
  type Noun,
  type Offered,
  offer,
  type Selected,
  titleFor,
} from './bulk';

/** With the component that shows a started action. */
const BulkDialog = lazyDialog(async () => {
  const [{ BulkDialog }] = await Promise.all([import('./BulkDialog'), import('./BulkFollowed')]);
  return BulkDialog;
});

type ActionMenuProps<R> = Pick<ListBulk<R>, 'label' | 'nothingOpen' | 'acts'> & {
  selected: Selected<R>;
  filters: BulkInput;
  /** What an action requires, by its name; undefined for all of them. */
  requires: (act?: string) => Requirement;
  onNear: () => unknown;
  onChoose: (offered: Offered<R>) => void;
};

/** The menu of what can be done with the selection. */
export function ActionMenu<R extends { id: number }>(props: ActionMenuProps<R>) {
  const { label, nothingOpen, acts, selected, filters, requires, onNear, onChoose } = props;
  const access = useCan();
  const offered = (acts as ListBulk<R>['acts']).flatMap((act) => offer(act, selected, filters) ?? []);
  const whyNot = access.whyNot(requires()) ?? (offered.length === 0 ? nothingOpen : null);
  const entryOf = (one: Offered<R>): MenuEntry => {
    const { act, count, left } = one;
    const refusal = access.whyNot(requires(act.act));
    const part =
      count === null ? act.narrow && 'Eligible only' : left > 0 && `${left.toLocaleString('en-US')} not eligible`;
    const note = refusal ?? part;
    return {
      label: `${titleFor(act, count?.toLocaleString('en-US') ?? 'all that match')}${act.asks ? '…' : ''}`,
      disabled: refusal !== null,
      ...(note && { note }),
      ...(act.tone && { tone: act.tone }),
      ...(act.separated && { separated: true }),
      onSelect: () => onChoose(one),
    };
  };
  return whyNot ? (
    <Tooltip text={whyNot}>
      <Button aria-disabled>{label}</Button>
    </Tooltip>
  ) : (
    <Menu label={label} entries={offered.map(entryOf)} onNear={onNear} />
  );
}

/** What was chosen, and for which records. */
export type Chosen<R> = { offered: Offered<R>; selected: Selected<R> };

export type ActionsProps<R> = {
  noun: Noun;
  selected: Selected<R>;
  /** What the list shows, since all of it can be selected. */
  filters: BulkInput;
  /** The list asks: a menu's place changes with the width of the screen, and a question outlives that. */
  onChoose: (chosen: Chosen<R>) => void;
};

/** A menu of bulk actions on the selection. */
export function BulkActions<R extends { id: number }>(props: ActionsProps<R> & { bulk: ListBulk<R> }) {
  const { bulk, selected, filters, onChoose } = props;
  const { call, acts } = bulk;
  const requirementOf = (act: string) => call.acts[act]?.requires ?? call.requires;
  const ofMenu = anyOf(...(acts.map(({ act }) => requirementOf(act)) as [Requirement, ...Requirement[]]));
  const choose = (offered: Offered<R> | null) => offered && onChoose({ offered, selected });
  const ask = (act: BulkAction<R>) => choose(offer(act, selected, filters));
  return (
    <>
      <ActionMenu<R>
        {...bulk}
        selected={selected}
        filters={filters}
        requires={(act) => (act === undefined ? ofMenu : requirementOf(act))}
        onNear={BulkDialog.prefetch}
        onChoose={choose}
      />
      {bulk.more?.(selected, {
        selection: bulkSelection(selected.selection, filters) as Asking<R>['selection'],
        ask: ask as Asking<R>['ask'],
        onNear: BulkDialog.prefetch,
      })}
    </>
  );
}

type BulkQuestionProps<R> = {
  bulk: ListBulk<R>;
  noun: Noun;
  chosen: Chosen<R>;
  onClose: () => void;
  onBegun: (id: number) => void;
};

/**
 * Asks for a bulk action's input and a confirmation; the server then works row by row, and `BulkProgress` shows how far
 * it is.
 */
export function BulkQuestion<R extends { id: number }>(props: BulkQuestionProps<R>) {
  const { bulk, noun, chosen, onClose, onBegun } = props;
  const { offered, selected } = chosen;
  // As it is now, with the choices its questions have since got.
  const all = [...bulk.acts, ...(bulk.others ?? [])] as readonly BulkAction<R>[];
  const act = all.find((one) => one.act === offered.act.act && one.title === offered.act.title) ?? offered.act;
  return (
    <BulkDialog.Part
      call={bulk.call}
      where={bulk.where}
      offered={{ ...offered, act }}
      many={manyOf(offered, selected, noun)}
      left={leftOut(offered.left, noun)}
      onClose={onClose}
      onBegun={(id) => {
        onClose();
        selected.clear();
        onBegun(id);
      }}
    />
  );
}

/** How many records an action is about: "3 orders", "up to 1,204 orders". */
export const manyOf = <R,>({ count }: Offered<R>, selected: Selected<R>, noun: Noun): string =>
  count === null ? `up to ${counted(selected.count, noun, selected.isCapped)}` : counted(count, noun);

/** Says that part of the selection isn't eligible; null when all is. */
export function leftOut(left: number, noun: Noun): string | null {
  if (left === 0) return null;
  return `${counted(left, noun)} not eligible and won’t change.`;
}
