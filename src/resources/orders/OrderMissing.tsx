import { useEffect } from 'react';
import { RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError, messageOf } from '../../providers/call-errors';
import { reportError } from '../../providers/snackbar';
import { ErrorScreen } from '../../shell/ErrorScreen';

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
  return <RecordSkeleton label="Loading order" />;
}
