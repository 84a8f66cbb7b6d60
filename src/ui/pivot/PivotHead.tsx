// biome-ignore-all lint/a11y/useSemanticElements: columns placed by hand are plain elements with a grid's roles
import { memo } from 'react';
import type { GridPlace } from '../grid/keyboard/keyboard';
import { Icon } from '../Icon';
import { GROUPS, NAMES } from './keys';
import { groupAt, type PivotLayout } from './layout';
import { Fold, folding } from './PivotRow';
import css from './PivotTable.module.css';
import type { PivotTableProps } from './types';

type PivotHeadProps = Pick<PivotTableProps, 'rowsName' | 'columnsName' | 'columns' | 'sort'> & {
  layout: PivotLayout;
  /** Indexes of the columns to draw. */
  drawn: readonly number[];
  /** The table's tab stop, when it is in the head. */
  active: GridPlace | undefined;
};

/** The columns' names and, above them, those of the groups they are in. */
export const PivotHead = memo(function PivotHead(props: PivotHeadProps) {
  const { layout, columns, drawn, active, sort } = props;
  const { groups, boxes } = layout;
  const tabIndex = (row: number, column: number) => (active?.row === row && active.column === column ? 0 : -1);
  const corner = (row: number, name: string) => (
    <div role="columnheader" className={css.name} data-c={0} aria-colindex={1} tabIndex={tabIndex(row, 0)}>
      <span className={css.text} title={name}>
        {name}
      </span>
    </div>
  );
  return (
    <div role="rowgroup" data-part="head" className={css.head}>
      {groups.length > 0 && (
        <div role="row" tabIndex={-1} className={css.headRow} data-r={GROUPS} aria-rowindex={1}>
          {corner(GROUPS, props.columnsName)}
          {[...new Set(drawn.map((at) => groupAt(groups, at)))].map((place) => {
            const group = groups[place];
            if (!group) return null;
            const { at, line, left, width } = group;
            const until = groups[place + 1]?.at ?? columns.length;
            return (
              <div
                key={line.id}
                role="columnheader"
                className={css.group}
                data-c={at + 1}
                aria-colindex={at + 2}
                aria-colspan={until - at}
                {...folding(line)}
                tabIndex={tabIndex(GROUPS, at + 1)}
                style={{ left, width }}
              >
                {line.level === 0 ? (
                  <span className="v-hidden">{line.label}</span>
                ) : (
                  <span className={css.groupName} style={{ left: layout.nameWidth }}>
                    <Fold line={line} />
                    <span className={css.text} title={line.label}>
                      {line.label}
                    </span>
                  </span>
                )}
              </div>
            );
          })}
        </div>
      )}
      <div role="row" tabIndex={-1} className={css.headRow} data-r={NAMES} aria-rowindex={groups.length > 0 ? 2 : 1}>
        {corner(NAMES, props.rowsName)}
        {drawn.map((at) => {
          const column = columns[at];
          if (!column) return null;
          const name = groups.length > 0 && column.level < 2 ? 'Total' : column.label;
          const isSorted = sort?.column === column.id;
          return (
            <div
              key={at}
              role="columnheader"
              className={`${css.cell} ${css.sortable}`}
              data-c={at + 1}
              data-level={column.level}
              aria-colindex={at + 2}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              tabIndex={tabIndex(NAMES, at + 1)}
              style={boxes[at]}
            >
              {isSorted && <Icon name={sort.descending ? 'arrowDown' : 'arrowUp'} size={14} />}
              <span className={css.text} title={name}>
                {name}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
});
