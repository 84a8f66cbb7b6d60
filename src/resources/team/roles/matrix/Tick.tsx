import type { ReactNode } from 'react';
import css from './RoleMatrix.module.css';

export type TickProps = {
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
