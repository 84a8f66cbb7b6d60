import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import {
  ACCESS_LEVELS,
  FEATURES,
  type FeatureId,
  type FeatureMap,
  type PermissionChange,
} from '../../../../../domain/access/features';
import { Icon } from '../../../../ui/Icon';
import { areasMatching } from './matrix';
import { LEVEL_NAMES, type MatrixRow, rowsOf } from './matrix-rows';
import css from './RoleMatrix.module.css';

export type RoleMatrixProps = {
  /** The role's name. */
  roleName: string;
  features: FeatureMap;
  saved: FeatureMap;
  search: string;
  /** Flags the organization has off. */
  lacking: readonly FeatureId[];
  isReadOnly: boolean;
  /** Stacked sections for narrow screens, instead of a table. */
  isStacked: boolean;
  onChange: (asked: readonly PermissionChange[]) => void;
};

/** Checkboxes for read and write, by area and permission. */
export function RoleMatrix({ roleName, search, isStacked, onChange, ...state }: RoleMatrixProps) {
  const prefix = useId();
  const areas = areasMatching(search).map(({ app, ...area }) => ({ app, rows: rowsOf({ app, ...area }, state) }));
  const keys = useMatrixKeys(areas.flatMap(({ rows }) => rows.filter((row) => row.boxes.length > 0)));

  const heading = (row: MatrixRow) =>
    row.feature ? (
      <>
        <span className={css.name}>{FEATURES[row.feature].name}</span>
        <span className={css.hint}>{FEATURES[row.feature].description}</span>
        {row.whyNot && (
          <span className={`${css.hint} ${css.why}`} id={prefix + row.id}>
            <Icon name="lock" size={14} />
            {row.whyNot}
          </span>
        )}
      </>
    ) : (
      row.id
    );

  const ticks = (row: MatrixRow) =>
    row.boxes.map(({ level, asks, ...box }) => (
      <Tick
        key={level}
        {...box}
        row={row.id}
        column={level}
        describedBy={row.whyNot ? prefix + row.id : undefined}
        isTabStop={keys.isTabStop(row.id, level)}
        onChange={(granted) => onChange(asks(granted))}
      >
        {isStacked && LEVEL_NAMES[level]}
      </Tick>
    ));

  const label = `${roleName} permissions`;
  if (isStacked) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced at every box
      <div role="group" aria-label={label} className={css.stack} {...keys.handlers}>
        {areas.map(({ app, rows }) => (
          <section key={app} className={css.section} aria-label={app}>
            {rows.map((row) => (
              <div key={row.id} className={css.block} data-area={row.feature === null || undefined}>
                {row.feature ? <div>{heading(row)}</div> : <h3>{row.id}</h3>}
                <div className={css.ticks}>{ticks(row)}</div>
              </div>
            ))}
          </section>
        ))}
      </div>
    );
  }
  return (
    <div className={css.scroll}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in it as in a grid */}
      <table className={css.matrix} role="grid" aria-label={label} {...keys.handlers}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {ACCESS_LEVELS.map((level) => (
              <th key={level} scope="col" className={css.level}>
                {LEVEL_NAMES[level]}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map(({ app, rows }) => (
          <tbody key={app}>
            {rows.map((row) => (
              <tr key={row.id} data-area={row.feature === null || undefined}>
                <th scope={row.feature ? 'row' : 'rowgroup'}>{heading(row)}</th>
                {row.boxes.length === 0 && <td colSpan={ACCESS_LEVELS.length} />}
                {ticks(row).map((tick) => (
                  <td key={tick.key}>{tick}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type TickProps = {
  name: string;
  state: 'all' | 'some' | 'none';
  disabled: boolean;
  changed: boolean;
  /** Its position, for keyboard navigation. */
  row: string;
  column: string;
  isTabStop: boolean;
  /** The id of the reason it is disabled. */
  describedBy: string | undefined;
  /** Shown beside the box; only the name is read out. */
  children?: ReactNode;
  onChange: (granted: boolean) => void;
};

/** A checkbox of the matrix. Disabled ones stay focusable, so their reason can be read. */
function Tick({ name, state, disabled, changed, row, column, isTabStop, ...rest }: TickProps) {
  return (
    <label className={css.tick} data-changed={changed || undefined}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        checked={state === 'all'}
        aria-label={changed ? `${name}, changed` : name}
        aria-disabled={disabled || undefined}
        aria-describedby={rest.describedBy}
        tabIndex={isTabStop ? 0 : -1}
        data-row={row}
        data-column={column}
        onChange={() => {
          if (!disabled) rest.onChange(state !== 'all');
        }}
      />
      {rest.children}
    </label>
  );
}

type Key = { name: string; toEnd: boolean; isAreaRow: (row: string | undefined) => boolean };

/** Where a key moves from a checkbox: along its column or row, or to the next area. */
function destination(key: Key, boxes: readonly HTMLInputElement[], from: HTMLInputElement) {
  const inColumn = boxes.filter((box) => box.dataset.column === from.dataset.column);
  const inRow = boxes.filter((box) => box.dataset.row === from.dataset.row);
  const at = inColumn.indexOf(from);
  const beside = inRow.indexOf(from);
  const beginsArea = (box: HTMLInputElement) => key.isAreaRow(box.dataset.row);
  switch (key.name) {
    case 'ArrowDown':
      return inColumn[at + 1];
    case 'ArrowUp':
      return inColumn[at - 1];
    case 'ArrowRight':
      return inRow[beside + 1];
    case 'ArrowLeft':
      return inRow[beside - 1];
    case 'Home':
      return key.toEnd ? boxes[0] : inRow[0];
    case 'End':
      return key.toEnd ? boxes.at(-1) : inRow.at(-1);
    case 'PageDown':
      return inColumn.slice(at + 1).find(beginsArea) ?? inColumn.at(-1);
    case 'PageUp':
      return inColumn.slice(0, at).findLast(beginsArea) ?? inColumn[0];
    default:
      return undefined;
  }
}

/**
 * One tab stop for the whole matrix: arrows move, Home and End go to the ends of a row (of the matrix with Ctrl), Page
 * keys from area to area. Takes the rows with checkboxes, in order.
 */
function useMatrixKeys(rows: readonly MatrixRow[]) {
  const [last, setLast] = useState({ row: '', column: 'read' });
  const place = rows.some(({ id }) => id === last.row) ? last : { row: rows[0]?.id, column: 'read' };
  const isAreaRow = (row: string | undefined) => rows.some(({ id, feature }) => id === row && feature === null);
  return {
    isTabStop: (row: string, column: string) => place.row === row && place.column === column,
    handlers: {
      onFocus({ target }: FocusEvent<HTMLElement>) {
        const { row, column } = target.dataset;
        if (row && column) setLast({ row, column });
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const { target: from, key: name, ctrlKey, metaKey, altKey, currentTarget } = event;
        if (!(from instanceof HTMLInputElement) || altKey || !/^(Arrow|Page|Home|End)/.test(name)) return;
        event.preventDefault();
        const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[data-row]')];
        destination({ name, toEnd: ctrlKey || metaKey, isAreaRow }, boxes, from)?.focus();
      },
    },
  };
}
