import { useId } from 'react';
import type { FeatureId, FeatureMap, PermissionChange } from '../../../../../domain/access/features';
import { ACCESS_LEVELS, FEATURES } from '../../../../../domain/access/features';
import { Icon } from '../../../../ui/Icon';
import { areasMatching } from './matrix';
import { LEVEL_NAMES, type MatrixRow, rowsOf } from './matrix-rows';
import css from './RoleMatrix.module.css';
import { Tick } from './Tick';
import { useMatrixKeys } from './useMatrixKeys';

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
