import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Icon } from '../../../ui/Icon';
import css from './CheckMatrix.module.css';

export type MatrixBox = {
  /** The form's field. */
  name: string;
  /** What is read out, with the row: "Mentions: email". */
  label: string;
  /** Why it can't be changed. */
  fixed?: string | null;
};

export type MatrixRow = { key: string; label: string; boxes: readonly MatrixBox[] };

export type CheckMatrixProps = {
  label: string;
  /** The headings: of the rows, then of each box. */
  columns: readonly [rows: string, ...boxes: string[]];
  groups: readonly { name: string; rows: readonly MatrixRow[] }[];
  /** Nothing can be changed. */
  disabled?: boolean;
};

/** Checkboxes of a form as a table, in groups of rows. What can't be changed says why under its row's name. */
export function CheckMatrix({ label, columns: [rowsAre, ...boxesAre], groups, disabled = false }: CheckMatrixProps) {
  const id = useId();
  return (
    <table className={css.matrix} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowsAre}</th>
          {boxesAre.map((name) => (
            <th key={name} scope="col" className={css.column}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ name, rows }) => (
        <tbody key={name}>
          <tr className={css.group}>
            <th scope="rowgroup" colSpan={1 + boxesAre.length}>
              {name}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.key} id={`${id}${row.key}`} row={row} disabled={disabled} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ id, row: { label, boxes }, disabled }: { id: string; row: MatrixRow; disabled: boolean }) {
  const reasons = [...new Set(boxes.flatMap(({ fixed }) => fixed ?? []))];
  return (
    <tr>
      <th scope="row">
        {label}
        {reasons.map((reason) => (
          <span key={reason} id={`${id}-why`} className={css.why}>
            <Icon name="lock" size={14} />
            {reason}
          </span>
        ))}
      </th>
      {boxes.map((box) => (
        <td key={box.name}>
          <Box box={box} why={`${id}-why`} disabled={disabled} />
        </td>
      ))}
    </tr>
  );
}

function Box({ box: { name, label, fixed }, why, disabled }: { box: MatrixBox; why: string; disabled: boolean }) {
  const { control } = useFormContext();
  const { field } = useController({ control, name });
  const isFixed = fixed !== undefined && fixed !== null;
  return (
    <label className={css.box}>
      <input
        type="checkbox"
        name={name}
        ref={field.ref}
        aria-label={label}
        aria-describedby={isFixed ? why : undefined}
        disabled={disabled || isFixed}
        checked={field.value === true}
        onBlur={field.onBlur}
        onChange={({ target }) => field.onChange(target.checked)}
      />
    </label>
  );
}
