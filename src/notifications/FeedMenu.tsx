import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { WhyNot } from '../access/WhyNot';
import { messageOf } from '../providers/call/call-errors';
import type { FeedMenuProps } from '../providers/manifest';
import { reportError } from '../providers/snackbar';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { useMediaQuery } from '../ui/hooks';
import { Popover } from '../ui/Popover';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { FeedEntry } from './FeedEntry';
import css from './FeedMenu.module.css';
import { useFeed, useFeedActs, useMarkSeen, useNoMarks } from './feed';

/** The person's notifications below the bell, or on a sheet where that has no room. */
export default function FeedMenu({ anchor, onClose }: FeedMenuProps) {
  const isWide = useMediaQuery('(min-width: 600px)');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useMarkSeen();
  if (!isWide) {
    return (
      <Dialog title="Notifications" onClose={onClose}>
        <Feed onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      role="dialog"
      label="Notifications"
      align="end"
      className={css.menu}
      onKeyDown={moveByArrows}
    >
      <Feed onClose={onClose}>
        <h2 ref={heading} tabIndex={-1}>
          Notifications
        </h2>
      </Feed>
    </Popover>
  );
}

/** Arrow keys, Home and End go from entry to entry. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const at = entries.findIndex((one) => one.closest('li')?.contains(document.activeElement));
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: entries.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  entries[Math.min(to, entries.length - 1)]?.focus();
}

function Feed({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const feed = useFeed();
  const acts = useFeedActs();
  const noMarks = useNoMarks();
  const { data: groups, error, hasNextPage, isFetchingNextPage } = feed;
  const { root, keepPlace } = useKeptPlace(groups);
  const showOlder = () =>
    void feed.fetchNextPage().then((read) => read.isFetchNextPageError && reportError(read.error));
  return (
    <div ref={root} tabIndex={-1} className={css.feed} aria-busy={feed.isPending}>
      <div className={css.head}>
        {children}
        {groups && groups.length > 0 && (
          <div className={css.acts}>
            {noMarks && <WhyNot reason={noMarks} />}
            <Button
              tone="quiet"
              disabled={noMarks !== null || groups.every(({ isRead }) => isRead)}
              onClick={() => void acts.markAllRead()}
            >
              Mark all as read
            </Button>
          </div>
        )}
      </div>
      {groups === undefined && !error && <Loading />}
      {groups === undefined && error && <ErrorState message={messageOf(error)} onRetry={() => void feed.refetch()} />}
      {groups?.length === 0 && <EmptyState icon="bell" title="No notifications" />}
      {groups && groups.length > 0 && (
        <ul className={css.entries} onClickCapture={keepPlace}>
          {groups.map((group) => (
            <FeedEntry key={group.name} group={group} acts={acts} noMarks={noMarks} onClose={onClose} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={css.older}>
          <Button tone="quiet" busy={isFetchingNextPage} onClick={showOlder}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

/** When what had the focus is removed, the entry that comes to its place gets it, or the feed itself. */
function useKeptPlace(groups: unknown) {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const keepPlace = ({ target }: MouseEvent) => {
    const row = (target as Element).closest('li');
    place.current = entries().findIndex((one) => one.closest('li') === row);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at what the new groups have made of the page
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const left = entries();
    (left[Math.min(place.current, left.length - 1)] ?? root.current)?.focus();
    place.current = null;
  }, [groups]);
  return { root, keepPlace };
}

const Loading = () => (
  <div className={css.loading} role="status">
    <span className="v-hidden">Loading</span>
    {['70%', '45%', '60%'].map((width) => (
      <Skeleton key={width} width={width} height="40px" />
    ))}
  </div>
);
