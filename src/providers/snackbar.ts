import type { NotificationProvider } from '@refinedev/core';
import { create } from 'zustand';
import { isAbort, messageOf } from './call/call-errors';
import { isAskedElsewhere } from './session/refusals';

export type SnackStatus = 'success' | 'warning' | 'info' | 'error';

export type Snack = {
  id: number;
  /** A later message with the same key replaces the earlier one. */
  key?: string | undefined;
  status: SnackStatus;
  message: string;
  action?: { label: string; run: () => void } | undefined;
  /** 5,000 by default; null stays until dismissed. */
  timeoutMs: number | null;
};

/** The key of the message that there is no connection. */
export const OFFLINE_SNACK = 'connection';
export const SNACK_TIMEOUT_MS = 5000;
/** Long enough to read a short confirmation when another message is waiting. */
const HURRIED_MS = 1500;

const useQueue = create<readonly Snack[]>(() => []);
let lastId = 0;

/** Queues a message; one shows at a time. Returns its id, to close it early. */
export function showSnack(snack: Omit<Snack, 'id' | 'timeoutMs'> & { timeoutMs?: number | null }): number {
  const next: Snack = { timeoutMs: SNACK_TIMEOUT_MS, ...snack, id: ++lastId };
  const queue = useQueue.getState();
  const same = queue.findIndex(({ key, status, message }) =>
    next.key ? key === next.key : status === next.status && message === next.message,
  );
  useQueue.setState(same < 0 ? [...queue, next] : queue.with(same, next), true);
  return next.id;
}

export function closeSnack(idOrKey: number | string): void {
  useQueue.setState((queue) => queue.filter(({ id, key }) => id !== idOrKey && key !== idOrKey), true);
}

/** Whether the message with this key is shown or waits. */
export const isShowing = (key: string): boolean => useQueue.getState().some((snack) => snack.key === key);

function isPassing({ timeoutMs }: Snack): boolean {
  return timeoutMs !== null;
}

/** The message to show now. Messages that wait for an answer let passing ones go first. */
export function useSnack(): Snack | undefined {
  return useQueue((queue) => queue.find(isPassing) ?? queue[0]);
}

/** How long the current message may stay: shorter while another waits, unless it is a failure or has an action. */
export function useSnackTime(snack: Snack | undefined): number | null {
  const isWaitedFor = useQueue((queue) => queue.filter(isPassing).length > 1);
  if (!snack || snack.timeoutMs === null) return null;
  const mayHurry = isWaitedFor && !snack.action && snack.status !== 'error';
  return mayHurry ? Math.min(HURRIED_MS, snack.timeoutMs) : snack.timeoutMs;
}

/** Shows what went wrong, unless a dialog already does or it was cancelled on purpose. */
export function reportError(error: unknown, fallback?: string): void {
  if (isAbort(error) || isAskedElsewhere(error)) return;
  showSnack({ status: 'error', message: messageOf(error, fallback) });
}

/** Refine's notifications in our snackbar, with the platform's own message if there is one. */
export const notificationProvider: NotificationProvider = {
  open({ key, message, description, type, cancelMutation, undoableTimeout }) {
    if (type === 'error' && isAskedElsewhere(description)) return;
    showSnack({
      key,
      status: type === 'progress' ? 'info' : type,
      message: type === 'error' ? (description ?? message) : message,
      action: cancelMutation && { label: 'Undo', run: cancelMutation },
      timeoutMs: undoableTimeout ? undoableTimeout * 1000 : SNACK_TIMEOUT_MS,
    });
  },
  close: closeSnack,
};
