import { type ComponentType, lazy, Suspense } from 'react';
import type { FollowedProps } from './BulkFollowed';
import type { BulkShared } from './bulk';
import { useBulkUnderWay } from './bulk-under-way';
import styles from './list.module.css';

type Followed = { default: ComponentType<FollowedProps> };
const Nothing = () => null;

// Most lists have no running action; if this fails to load, the list works without it.
const followed = () => import('./BulkFollowed').catch(() => null);
const Line = lazy(async (): Promise<Followed> => ({ default: (await followed())?.BulkLine ?? Nothing }));
const Opened = lazy(async (): Promise<Followed> => ({ default: (await followed())?.BulkOpened ?? Nothing }));

type BulkProgressProps = BulkShared & {
  /** The action whose dialog is open. */
  openId: number | null;
};

/**
 * The person's bulk actions on this list, in a line above it or in a dialog, including those from before a reload or
 * from another tab. They run without either; results stay until dismissed.
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
