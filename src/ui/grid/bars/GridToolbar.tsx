import { memo, type ReactNode } from 'react';
import { IconButton } from '../../Button';
import { Icon } from '../../Icon';
import { lazyDialog } from '../../lazy';
import { useAnchored } from '../../Menu';
import type { ColumnChoicesProps } from '../columns/ColumnChoices';
import type { GridLayout } from '../preferences';
import type { GridColumn, GridSort } from '../types';
import { type LayoutChange, toggleDensity } from '../useGridLayout';
import css from './GridToolbar.module.css';

type GridToolbarProps<Row> = {
  children: ReactNode;
  asCards: boolean;
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  changeLayout: (change: LayoutChange) => void;
  sort: readonly GridSort[];
  onSort: (sort: readonly GridSort[]) => void;
  exportMenu: ReactNode;
  onExport: (() => void) | undefined;
  /** Cards have no header checkbox to select the page. */
  selectLabel: string;
  onSelectPage: (() => void) | undefined;
  /** The line below the toolbar. */
  strip: ReactNode;
};

function Toolbar<Row>(props: GridToolbarProps<Row>) {
  const { children, asCards, columns, layout, changeLayout, onExport, onSelectPage } = props;
  const compact = layout.density === 'compact';
  return (
    <ToolbarFrame content={children} strip={props.strip}>
      {asCards && onSelectPage && <IconButton icon="check" label={props.selectLabel} onClick={onSelectPage} />}
      {asCards && <SortSelect {...props} />}
      {props.exportMenu}
      {onExport && <IconButton icon="download" label="Download csv" onClick={onExport} />}
      {!asCards && (
        <IconButton
          icon="compact"
          label="Compact rows"
          aria-pressed={compact}
          onClick={() => changeLayout(toggleDensity)}
        />
      )}
      <ColumnChooser columns={columns} layout={layout} changeLayout={changeLayout} />
    </ToolbarFrame>
  );
}

type ToolbarFrameProps = Pick<GridToolbarProps<never>, 'children' | 'strip'> & {
  /** Search, filters, views. */
  content: ReactNode;
};

/** A toolbar's places: what finds rows, buttons at the end, and the line below. */
export function ToolbarFrame({ content, children, strip }: ToolbarFrameProps) {
  return (
    <div data-part="toolbar" className={css.toolbar}>
      <div className={css.content}>{content}</div>
      <div className={css.acts}>{children}</div>
      {strip}
    </div>
  );
}

export const GridToolbar = memo(Toolbar) as typeof Toolbar;

/** Cards have no headers to sort by: a select with the same columns. */
function SortSelect<Row>({ columns, sort, onSort }: GridToolbarProps<Row>) {
  const sortable = columns.filter((column) => column.sortable);
  const [current] = sort;
  if (!sortable.length) return null;
  return (
    <select
      className="v-input"
      aria-label="Sort by"
      value={current ? `${current.desc ? '-' : '+'}${current.id}` : ''}
      onChange={({ target: { value } }) => onSort(value ? [{ id: value.slice(1), desc: value[0] === '-' }] : [])}
    >
      <option value="">Sort by</option>
      {sortable.flatMap(({ id, header }) => [
        <option key={`+${id}`} value={`+${id}`}>{`${header}, ascending`}</option>,
        <option key={`-${id}`} value={`-${id}`}>{`${header}, descending`}</option>,
      ])}
    </select>
  );
}

type ColumnChooserProps<Row> = Omit<ColumnChoicesProps<Row>, 'anchor' | 'onClose'>;

const Choices = lazyDialog(async () => (await import('../columns/ColumnChoices')).ColumnChoices);

/** Opens which columns show, in what order, and which are pinned. */
function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { anchor, close, buttonProps } = useAnchored();
  return (
    <>
      <button
        type="button"
        className="v-button v-quiet"
        aria-haspopup="dialog"
        aria-label="Columns"
        onPointerEnter={Choices.prefetch}
        onFocus={Choices.prefetch}
        {...buttonProps}
      >
        <Icon name="columns" size={18} />
        <span data-wide>Columns</span>
      </button>
      {anchor && <Choices.Part {...(props as ColumnChooserProps<unknown>)} anchor={anchor} onClose={close} />}
    </>
  );
}
