import { memo } from 'react';
import { Skeleton } from '../../states';
import css from './GridOverlays.module.css';

const WIDTHS = ['62%', '80%', '48%', '71%', '55%'];

type GridSkeletonProps = { rows: number; asCards: boolean };

/** Gray placeholder rows under the header; hidden from screen readers. */
export const GridSkeleton = memo(function GridSkeleton({ rows, asCards }: GridSkeletonProps) {
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
