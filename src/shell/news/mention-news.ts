import { orderMentions as calls } from '../../../domain/orders/comments/contract';
import { call } from '../../providers/call';
import { unlessGone } from '../../providers/call/call-errors';
import { showSnack } from '../../providers/snackbar';

const LONGEST = 120;

/** Says who mentioned the reader and what they wrote, with a way to the order; stays until it is dismissed. */
export async function showMention(commentId: number, open: (path: string) => unknown): Promise<void> {
  const found = await unlessGone(call(calls.get, { params: { commentId } }, { quiet: true })).catch(() => null);
  if (!found) return;
  const { author, comment, order } = found;
  const words = comment.length > LONGEST ? `${comment.slice(0, LONGEST).trimEnd()}…` : comment;
  showSnack({
    key: `mention-${commentId}`,
    status: 'info',
    message: `${author} mentioned you on order ${order.orderNumber}: ${words}`,
    action: { label: 'Open order', run: () => void open(`/orders/${order.id}`) },
    timeoutMs: null,
  });
}
