import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { RecordSkeleton } from '../../../kit/record/RecordPage';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { reportError, showSnack } from '../../../providers/snackbar';
import { ErrorScreen } from '../../../shell/errors/ErrorScreen';

const FAILED = 'Error fetching order detail';

/** Long enough to read why and decide to try again. */
const RESET_SHOWN_MS = 15_000;

/** Whether an order doesn't exist, as far as the reader may know. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.status === 404;

/**
 * Shows in the snackbar that refetching an order failed while an older copy is on screen; otherwise the page says it.
 */
export function useOrderErrors(error: unknown, isShown: boolean): void {
  useEffect(() => {
    if (isShown && error && !isGone(error)) reportError(error, FAILED);
  }, [error, isShown]);
}

type OrderMissingProps = {
  /** Null for an address without an order. */
  error: unknown;
  onRetry?: () => void;
  /** Whether the reader may enter a new order instead. */
  mayEnter?: boolean;
};

/** Replaces an order that can't be shown. */
export function OrderMissing({ error, onRetry, mayEnter = false }: OrderMissingProps) {
  if (error === null || isGone(error)) {
    return <ErrorScreen status={404} message="This order doesn’t exist, or you can’t see it." />;
  }
  return (
    <ErrorScreen
      message={messageOf(error, FAILED)}
      onRetry={onRetry}
      other={mayEnter ? { label: 'New order', to: '/orders/new' } : undefined}
    />
  );
}

/** Leaves an order that couldn't be read to be edited for a new draft, and offers to try again. */
export function OrderReset({ error, address }: { error: unknown; address: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    showSnack({
      key: 'order-reset',
      status: 'error',
      message: [FAILED, messageOf(error, '')].filter(Boolean).join('. '),
      action: { label: 'Try again', run: () => void navigate(address) },
      timeoutMs: RESET_SHOWN_MS,
    });
    void navigate('/orders/new', { replace: true });
  }, [error, address, navigate]);
  return <RecordSkeleton label="Loading order" />;
}
