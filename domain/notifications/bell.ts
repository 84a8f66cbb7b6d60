import type { FeedCounts } from './notification';

/** What the closed bell shows: a number, a dot if what there is was seen but not read, or nothing. */
export function bellMark({ unseen, unread }: FeedCounts): string | 'dot' | null {
  if (unseen > 9) return '9+';
  if (unseen > 0) return String(unseen);
  return unread > 0 ? 'dot' : null;
}
