import { type MenuEntry, MenuPopup } from '../../Menu';
import type { GridLayout } from '../preferences';
import type { GridColumn, GridSort } from '../types';
import { type LayoutChange, moveColumn, resetWidth, setWidth, toggleHidden, togglePinned } from '../useGridLayout';
import { isPinned } from './columns';

const STEP = 32;

type ColumnMenuContext<Row> = {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  sort: readonly GridSort[];
  width: number;
  changeLayout: (change: LayoutChange) => void;
  onSort: (sort: readonly GridSort[]) => void;
  onFit: (id: string) => void;
};

/** A column header's menu. */
function columnMenu<Row>(column: GridColumn<Row>, context: ColumnMenuContext<Row>): MenuEntry[] {
  const { columns, layout, sort, width, changeLayout, onSort, onFit } = context;
  const current = sort.find((entry) => entry.id === column.id);
  const apply = (change: LayoutChange) => () => changeLayout(change);
  const sorts: MenuEntry[] = column.sortable
    ? [
        {
          label: 'Sort ascending',
          icon: 'arrowUp',
          onSelect: () => onSort([{ id: column.id, desc: false }]),
        },
        { label: 'Sort descending', icon: 'arrowDown', onSelect: () => onSort([{ id: column.id, desc: true }]) },
        {
          label: 'Clear sort',
          disabled: !current,
          onSelect: () => onSort(sort.filter((entry) => entry.id !== column.id)),
        },
      ]
    : [];
  return [
    ...sorts,
    {
      label: isPinned(column, layout) ? 'Unpin' : 'Pin left',
      icon: 'pin',
      separated: sorts.length > 0,
      onSelect: apply(togglePinned(column)),
    },
    { label: 'Move left', icon: 'chevronLeft', onSelect: apply(moveColumn(columns, column, -1)) },
    { label: 'Move right', icon: 'chevronRight', onSelect: apply(moveColumn(columns, column, 1)) },
    { label: 'Wider', icon: 'plus', separated: true, onSelect: apply(setWidth(column.id, width + STEP)) },
    { label: 'Narrower', icon: 'minus', onSelect: apply(setWidth(column.id, width - STEP)) },
    { label: 'Fit to contents', onSelect: () => onFit(column.id) },
    { label: 'Reset width', disabled: layout.widths[column.id] === undefined, onSelect: apply(resetWidth(column.id)) },
    {
      label: 'Hide column',
      separated: true,
      disabled: column.hideable === false,
      onSelect: apply(toggleHidden(column)),
    },
  ];
}

type ColumnMenuPopupProps<Row> = {
  column: GridColumn<Row>;
  anchor: HTMLElement;
  context: ColumnMenuContext<Row>;
  onClose: () => void;
};

export function ColumnMenu<Row>({ column, anchor, context, onClose }: ColumnMenuPopupProps<Row>) {
  return (
    <MenuPopup
      anchor={anchor}
      label={`${column.header} column`}
      entries={columnMenu(column, context)}
      onClose={onClose}
    />
  );
}
