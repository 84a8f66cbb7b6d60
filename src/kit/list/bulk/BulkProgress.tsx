import { type ComponentType, lazy, Suspense } from 'react';
import styles from '../list.module.css';
import type { FollowedProps } from './BulkFollowed';
import type { RecentProps } from './BulkRecent';
import type { BulkShared, OpenedAction } from './bulk';
import { useBulkUnderWay } from './bulk-under-way';

type Followed = { default: ComponentType<FollowedProps> };
const Nothing = () => null;

// Most lists have no running action; if this fails to load, the list works without it.
const followed = () => import('./BulkFollowed').catch(() => null);
const Line = lazy(async (): Promise<Followed> => ({ default: (await followed())?.BulkLine ?? Nothing }));
const Recent = lazy(
  async (): Promise<{ default: ComponentType<RecentProps> }> => ({
    default: (await followed())?.BulkRecent ?? Nothing,
  }),
);
const Opened = lazy(async (): Promise<Followed> => ({ default: (await followed())?.BulkOpened ?? Nothing }));

type BulkProgressProps = BulkShared & {
  opened: OpenedAction;
};

/**
 * The person's bulk actions on this list, in a line above it or in a dialog, including those from before a reload or
 * from another tab. They run without either; results stay until dismissed, and later
 * are among the recent ones.
 */
export function BulkProgress({ opened, ...shared }: BulkProgressProps) {
  const openId = opened === 'recent' ? null : opened;
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
      <Suspense>{opened === 'recent' && <Recent {...shared} forget={forget} />}</Suspense>
      <Suspense>{openId !== null && <Opened key={openId} {...shared} id={openId} forget={forget} />}</Suspense>
    </>
  );
}
