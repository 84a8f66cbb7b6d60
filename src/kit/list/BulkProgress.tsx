import { type ComponentType, lazy, Suspense } from 'react';
import type { FollowedProps } from './BulkFollowed';
import type { BulkShared } from './bulk';
import { useBulkUnderWay } from './bulk-under-way';
import styles from './list.module.css';

type Followed = { default: ComponentType<FollowedProps> };
const Nothing = () => null;

// Most lists have nothing under way; where it does not load, the list goes without.
const followed = () => import('./BulkFollowed').catch(() => null);
const Line = lazy(async (): Promise<Followed> => ({ default: (await followed())?.BulkLine ?? Nothing }));
const Opened = lazy(async (): Promise<Followed> => ({ default: (await followed())?.BulkOpened ?? Nothing }));

type BulkProgressProps = BulkShared & {
  /** The act whose dialog is open. */
  openId: number | null;
};

/**
 * The acts on many rows that are under way, each in a line above the list or in its dialog: those begun here, and those
 * a reload or another tab left running. They go on without either; what came of each is there until it is closed.
 */
export function BulkProgress({ openId, ...shared }: BulkProgressProps) {
  const { ids, forget } = useBulkUnderWay(shared.bulk.call.path, openId);
  return (
    <>
      <div className={styles.underWay} role="status">
        <Suspense>
          {ids
            .filter((id) => id !== openId)
            .map((id) => (
              <Line key={id} {...shared} id={id} forget={forget} />
            ))}
        </Suspense>
      </div>
      <Suspense>{openId !== null && <Opened key={openId} {...shared} id={openId} forget={forget} />}</Suspense>
    </>
  );
}
