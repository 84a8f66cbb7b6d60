import { useEffect } from 'react';
import { CallError, messageOf } from '../../providers/call-errors';
import { reportError } from '../../providers/snackbar';
import { ErrorScreen } from '../../shell/ErrorScreen';
import { Skeleton } from '../../ui/states';
import styles from './orders.module.css';

const FAILED = 'Error fetching order detail';

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/**
 * Shows in the snackbar that refetching an order failed while an older copy is on screen; otherwise the page says it.
 */
export function useOrderErrors(error: unknown, isShown: boolean): void {
  useEffect(() => {
    if (isShown && error && !isGone(error)) reportError(error, FAILED);
  }, [error, isShown]);
}

/** Replaces an order that can't be shown; `error` is null for an address without an order. */
export function OrderMissing({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error === null || isGone(error)) {
    return <ErrorScreen status={404} message="This order doesn’t exist, or you can’t see it." />;
  }
  return <ErrorScreen message={messageOf(error, FAILED)} onRetry={onRetry} />;
}

/** A skeleton of the order page. */
export function OrderSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <h1 className="v-hidden">Loading order</h1>
      <Skeleton width="220px" height="28px" />
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.panel}>
            {['90%', '70%', '80%', '60%'].map((width) => (
              <Skeleton key={width} width={width} height="40px" />
            ))}
          </div>
        </div>
        <div className={styles.side}>
          <div className={styles.panel}>
            <Skeleton height="220px" />
          </div>
        </div>
      </div>
    </div>
  );
}
