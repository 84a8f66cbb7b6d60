import { memo } from 'react';
import { Button } from '../../Button';
import { RunningLine } from '../../RunningLine';
import { EmptyState, ErrorState, Skeleton } from '../../states';
import type { DataGridProps, GridEmpty } from '../types';
import css from './GridOverlays.module.css';
import { lastPage } from './GridPager';

type GridOverlaysProps<Row> = {
  props: DataGridProps<Row>;
  noun: readonly [string, string];
  asCards: boolean;
  hasRows: boolean;
  skeletonRows: number;
};

/** Overlays in place of rows: skeleton, empty, error. None of them moves a row. */
export function GridOverlays<Row>({ props, noun, asCards, hasRows, skeletonRows }: GridOverlaysProps<Row>) {
  const { rows, error, onRetry, empty, refreshing } = props;
  const beyond = beyondLastPage(props);
  return (
    <>
      {refreshing && hasRows && <RunningLine className={css.line} />}
      {!rows && !error && <GridSkeleton rows={skeletonRows} asCards={asCards} />}
      {error && !hasRows && (
        <div className={css.overlay}>
          <ErrorState message={error} onRetry={onRetry} />
        </div>
      )}
      {error && hasRows && (
        <div className={css.stale} role="alert">
          <span>{error}</span>
          {onRetry && (
            <Button tone="quiet" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
      {rows && !hasRows && !error && (
        <div className={css.overlay}>
          <EmptyState {...(beyond ?? { title: `No ${noun[1]}`, ...empty })} />
        </div>
      )}
    </>
  );
}

/** A page that no longer exists, as from an old link; not the same as an empty list. */
function beyondLastPage<Row>({ state, total = 0, onStateChange }: DataGridProps<Row>): GridEmpty | null {
  if (!state || total === 0) return null;
  const page = lastPage(total, state.pageSize);
  if (state.page <= page) return null;
  return {
    title: `There’s no page ${state.page + 1}`,
    hint: page === 0 ? 'Everything fits on one page.' : `The last one is page ${page + 1}.`,
    action: <Button onClick={() => onStateChange?.({ ...state, page })}>Go to the last page</Button>,
  };
}

const WIDTHS = ['62%', '80%', '48%', '71%', '55%'];

type GridSkeletonProps = { rows: number; asCards: boolean };

/** Gray placeholder rows under the header; hidden from screen readers. */
const GridSkeleton = memo(function GridSkeleton({ rows, asCards }: GridSkeletonProps) {
  return (
    <div className={asCards ? `${css.skeleton} ${css.skeletonCards}` : css.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className={css.skeletonRow}>
          {WIDTHS.map((_width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Skeleton key={column} width={WIDTHS[(row + column) % WIDTHS.length] ?? '60%'} height="12px" />
          ))}
        </div>
      ))}
    </div>
  );
});
