import { counted } from '../../../../domain/text';
import type { DataGridProps } from '../types';
import css from './GridStrip.module.css';

type GridStripProps<Row> = {
  /** The row count as text; undefined while loading. */
  found: string | undefined;
  notice: DataGridProps<Row>['notice'];
  noun: readonly [string, string];
};

/** The line between toolbar and rows: row count, filters and new rows. Always present, so nothing below it moves. */
export function GridStrip<Row>({ found, notice, noun }: GridStripProps<Row>) {
  return (
    <>
      <i className={css.turn} />
      <span className={css.found} data-strip="found">
        {found}
      </span>
      {notice && notice.count > 0 && (
        <button type="button" className={css.notice} data-strip="notice" onClick={notice.onShow}>
          {counted(notice.count, `new ${noun[0]}`, `new ${noun[1]}`)}
          <span>Show</span>
        </button>
      )}
    </>
  );
}
