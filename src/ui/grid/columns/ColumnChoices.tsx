import { IconButton } from '../../Button';
import { Popover } from '../../Popover';
import type { GridLayout } from '../preferences';
import type { GridColumn } from '../types';
import { type LayoutChange, moveColumn, resetColumns, toggleHidden, togglePinned } from '../useGridLayout';
import css from './ColumnChoices.module.css';
import { isHidden, isPinned, orderedIds } from './columns';

export type ColumnChoicesProps<Row> = {
  anchor: Parameters<typeof Popover>[0]['anchor'];
  onClose: () => void;
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  changeLayout: (change: LayoutChange) => void;
};

/** Which columns show, in what order, and which are pinned. */
export function ColumnChoices<Row>({ anchor, onClose, columns, layout, changeLayout }: ColumnChoicesProps<Row>) {
  const ordered = orderedIds(columns, layout.order).flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return (
    <Popover anchor={anchor} onClose={onClose} label="Columns" align="end" className={css.chooser}>
      <ul>
        {ordered.map((column) => (
          <ChooserRow key={column.id} {...{ column, columns, layout, changeLayout }} />
        ))}
      </ul>
      <button type="button" className="v-button v-quiet" onClick={() => changeLayout(resetColumns)}>
        Reset columns
      </button>
    </Popover>
  );
}

const MOVES = [
  { icon: 'chevronUp', way: 'up', places: -1 },
  { icon: 'chevronDown', way: 'down', places: 1 },
] as const;

function ChooserRow<Row>(props: Omit<ColumnChoicesProps<Row>, 'anchor' | 'onClose'> & { column: GridColumn<Row> }) {
  const { column, columns, layout, changeLayout } = props;
  const pinned = isPinned(column, layout);
  const name = column.header;
  return (
    <li>
      <label className="v-check">
        <input
          type="checkbox"
          checked={!isHidden(column, layout)}
          disabled={column.hideable === false}
          onChange={() => changeLayout(toggleHidden(column))}
        />
        {name}
      </label>
      {MOVES.map(({ icon, way, places }) => (
        <IconButton
          key={way}
          className="v-small"
          icon={icon}
          label={`Move ${name} ${way}`}
          onClick={() => changeLayout(moveColumn(columns, column, places))}
        />
      ))}
      <IconButton
        className="v-small"
        icon="pin"
        label={`Pin ${name} left`}
        aria-pressed={pinned}
        onClick={() => changeLayout(togglePinned(column))}
      />
    </li>
  );
}
