import { useVirtualizer } from '@tanstack/react-virtual';
import { useId } from 'react';
import { Icon } from '../../Icon';
import { cellValue } from '../columns/columns';
import { GridCellEditor } from '../edit/GridCellEditor';
import type { CellEdit, GridEditing } from '../edit/useGridEdit';
import type { GridSelecting } from '../selection/useGridSelection';
import type { DataGridProps, GridColumn } from '../types';
import css from './GridCards.module.css';

type GridCardsProps<Row> = {
  scroller: HTMLElement;
  label: string;
  rows: readonly Row[];
  rowsBefore: number;
  total: number;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  columns: readonly GridColumn<Row>[];
  selecting: GridSelecting | undefined;
  expanded: ReadonlySet<string>;
  toggleExpanded: (row: Row) => void;
  detail: DataGridProps<Row>['detail'];
  openRowMenu: ((row: Row, anchor: HTMLElement) => void) | undefined;
  openRow: ((row: Row) => void) | undefined;
  edit: CellEdit | null;
  editing: GridEditing<Row>;
  busy: boolean;
};

/** The rows as cards, for narrow screens: cards have every row action. */
export function GridCards<Row>(props: GridCardsProps<Row>) {
  const { scroller, rows, rowId, total } = props;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => 112,
    overscan: 6,
    gap: 8,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
  });
  return (
    <ul
      data-part="cards"
      className={css.cards}
      aria-label={props.label}
      aria-busy={props.busy}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={props.selecting?.isSelected(rowId(row)) ? `${css.card} ${css.selected}` : css.card}
            aria-setsize={total}
            aria-posinset={props.rowsBefore + index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Card {...props} row={row} index={index} />
          </li>
        );
      })}
    </ul>
  );
}

type CardProps<Row> = GridCardsProps<Row> & { row: Row; index: number };

function Card<Row>(props: CardProps<Row>) {
  const { row, index, rowId, columns, selecting, expanded, detail, openRowMenu, openRow } = props;
  const label = props.rowLabel(row);
  const detailId = useId();
  const of = (place: GridColumn<Row>['card']) => columns.filter((column) => (column.card ?? 'meta') === place);
  const title = of('title').length ? of('title') : columns.slice(0, 1);
  const leads = of('lead');
  const metas = of('meta').filter((column) => !title.includes(column) && !isBlank(column, row));
  const texts = of('text').filter((column) => !isBlank(column, row));
  const isExpanded = expanded.has(rowId(row));
  return (
    <>
      <div className={css.head}>
        {selecting && (
          <label className={css.select}>
            <input
              type="checkbox"
              checked={selecting.isSelected(rowId(row))}
              onChange={() => selecting.toggleRow(index)}
              aria-label={`Select ${label}`}
            />
          </label>
        )}
        <div className={css.title} data-part="title">
          {title.map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
        </div>
        {of('end').map((column) => (
          <span key={column.id} className={css.end}>
            <CardValue {...props} column={column} />
          </span>
        ))}
        {openRow && (
          <button type="button" className="v-icon-button" aria-label={`Open ${label}`} onClick={() => openRow(row)}>
            <Icon name="chevronRight" />
          </button>
        )}
        {openRowMenu && (
          <button
            type="button"
            className="v-icon-button"
            aria-haspopup="menu"
            aria-label={`Actions for ${label}`}
            onClick={(event) => openRowMenu(row, event.currentTarget)}
          >
            <Icon name="more" />
          </button>
        )}
      </div>
      {leads.length > 0 && (
        <div className={css.lead}>
          {leads.map((column) => (
            <span key={column.id}>
              <CardValue {...props} column={column} />
            </span>
          ))}
        </div>
      )}
      {metas.length > 0 && (
        <dl className={css.facts}>
          {metas.map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>
                <CardValue {...props} column={column} isNamed />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {texts.map((column) => (
        <p key={column.id} className={css.text}>
          <CardValue {...props} column={column} />
        </p>
      ))}
      {detail && (
        <button
          type="button"
          className={`v-button v-quiet ${css.more}`}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? detailId : undefined}
          aria-label={`Details of ${label}`}
          onClick={() => props.toggleExpanded(row)}
        >
          <Icon name={isExpanded ? 'chevronUp' : 'chevronDown'} size={18} />
          Details
        </button>
      )}
      {detail && isExpanded && (
        <div id={detailId} className={css.detail}>
          {detail(row)}
        </div>
      )}
    </>
  );
}

/** Cards leave out the names of empty values. */
const isBlank = <Row,>(column: GridColumn<Row>, row: Row) => !column.editable && isEmpty(column, row);

const isEmpty = <Row,>(column: GridColumn<Row>, row: Row) => {
  const value = cellValue(column, row);
  return value === '' || value === null;
};

type CardValueProps<Row> = CardProps<Row> & {
  column: GridColumn<Row>;
  /** Whether its name stands beside it; else an empty one that can be edited shows it in its place. */
  isNamed?: boolean;
};

function CardValue<Row>({ row, column, rowId, rowLabel, edit, editing, isNamed = false }: CardValueProps<Row>) {
  if (edit?.rowId === rowId(row) && edit.columnId === column.id) {
    return <GridCellEditor row={row} column={column} edit={edit} editing={editing} onLeave={() => undefined} />;
  }
  if (!column.editable || column.editable.when?.(row) === false) return column.cell(row);
  const isLocked = (column.editable.whyNot?.(row) ?? null) !== null;
  const what = `${column.header} of ${rowLabel(row)}`;
  return (
    <button
      type="button"
      className={css.edit}
      aria-label={isLocked ? `Why ${what} can’t be changed` : `Edit ${what}`}
      onClick={() => editing.start(row, column)}
    >
      {!isNamed && isEmpty(column, row) ? <span className="v-hint">{column.header}</span> : column.cell(row)}
      <Icon name={isLocked ? 'lock' : 'edit'} size={16} />
    </button>
  );
}
