import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { bellMark } from '../../../domain/notifications/bell';
import type { FeedCounts } from '../../../domain/notifications/notification';
import { useFeedCounts } from '../../providers/feed';
import type { LoadFeed } from '../../providers/manifest';
import { IconButton } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazy';
import { useAnchored } from '../../ui/Menu';

const NOTHING: FeedCounts = { unseen: 0, unread: 0 };

/** The person's notifications: how many are new, and the menu of them, which loads when it is first opened. */
export function Bell({ load }: { load: LoadFeed }) {
  const Menu = useMemo(() => lazyDialog(async () => (await load()).default), [load]);
  const { anchor, close, buttonProps } = useAnchored();
  const { pathname } = useLocation();
  const mark = bellMark(useFeedCounts() ?? NOTHING);
  const isNew = mark !== null && mark !== 'dot';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(close, [pathname]);
  return (
    <>
      <IconButton
        icon="bell"
        label="Notifications"
        badge={mark ?? undefined}
        badgeName={isNew ? `${mark} new` : 'unread'}
        aria-haspopup="dialog"
        onPointerEnter={Menu.prefetch}
        onFocus={Menu.prefetch}
        {...buttonProps}
      />
      <span className="v-hidden" role="status">
        {isNew && `${mark} new ${mark === '1' ? 'notification' : 'notifications'}`}
      </span>
      {anchor && <Menu.Part anchor={anchor} onClose={close} />}
    </>
  );
}
