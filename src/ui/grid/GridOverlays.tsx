import { Button } from '../Button';
import { EmptyState, ErrorState } from '../states';
import { GridSkeleton } from './GridSkeleton';
import type { DataGridProps } from './types';

type GridOverlaysProps<Row> = {
  props: DataGridProps<Row>;
  noun: readonly [string, string];
  asCards: boolean;
  hasRows: boolean;
  skeletonRows: number;
};

/** What lies over the rows' place: skeleton, nothing found, failure, rows newly arrived. Nothing here moves a row. */
export function GridOverlays<Row>({ props, noun, asCards, hasRows, skeletonRows }: GridOverlaysProps<Row>) {
  const { rows, error, onRetry, empty, notice, refreshing } = props;
  return (
    <>
      {refreshing && hasRows && <div className="vg-line" aria-hidden="true" />}
      {!rows && !error && <GridSkeleton rows={skeletonRows} asCards={asCards} />}
      {error && !hasRows && (
        <div className="vg-overlay">
          <ErrorState message={error} onRetry={onRetry} />
        </div>
      )}
      {error && hasRows && (
        <div className="vg-stale" role="alert">
          <span>{error}</span>
          {onRetry && (
            <Button tone="quiet" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
      {rows && !hasRows && !error && (
        <div className="vg-overlay">
          <EmptyState title={`No ${noun[1]}`} {...empty} />
        </div>
      )}
      {notice && notice.count > 0 && (
        <button type="button" className="vg-notice" onClick={notice.onShow}>
          {notice.count} new {notice.count === 1 ? noun[0] : noun[1]}
          <span>Show</span>
        </button>
      )}
    </>
  );
}
