import type { ReactNode } from 'react';
import css from './RoleMatrix.module.css';

export type TickProps = {
  name: string;
  state: 'all' | 'some' | 'none';
  disabled: boolean;
  changed: boolean;
  /** Its place, by which the keyboard finds it. */
  row: string;
  column: string;
  isTabStop: boolean;
  /** Where the reason it is disabled stands. */
  describedBy: string | undefined;
  /** Shown beside the box; the name alone is read out. */
  children?: ReactNode;
  onChange: (granted: boolean) => void;
};

/** One box of the matrix. A disabled one can still be reached, so that its reason can be. */
export function Tick({ name, state, disabled, changed, row, column, isTabStop, ...rest }: TickProps) {
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
