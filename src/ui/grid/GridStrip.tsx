import css from './GridStrip.module.css';
import type { DataGridProps } from './types';

type GridStripProps<Row> = {
  /** How many rows there are in words; undefined until it is known. */
  found: string | undefined;
  notice: DataGridProps<Row>['notice'];
  noun: readonly [string, string];
};

/**
 * The line between the controls and the rows: how many there are, what narrows them and those newly arrived. It is always
 * there, so that nothing under it moves.
 */
export function GridStrip<Row>({ found, notice, noun }: GridStripProps<Row>) {
  return (
    <>
      <i className={css.turn} />
      <span className={css.found} data-strip="found">
        {found}
      </span>
      {notice && notice.count > 0 && (
        <button type="button" className={css.notice} data-strip="notice" onClick={notice.onShow}>
          {notice.count} new {notice.count === 1 ? noun[0] : noun[1]}
          <span>Show</span>
        </button>
      )}
    </>
  );
}
