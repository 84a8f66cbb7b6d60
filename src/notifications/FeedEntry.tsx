import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../domain/money';
import { type Activity, groupTitle, lookOf, type NotificationGroup } from '../../domain/notifications/notification';
import { showSnack } from '../providers/snackbar';
import { Button, IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Pill } from '../ui/Pill';
import { momentOfReader } from '../ui/reader-dates';
import { Acts } from './acts/Acts';
import css from './FeedMenu.module.css';
import type { FeedActs } from './feed';
import { SnoozeMenu } from './SnoozeMenu';
import { useOpening } from './useOpening';
import { WhyTold } from './WhyTold';

export type FeedEntryProps = {
  group: NotificationGroup;
  acts: FeedActs;
  /** Why nothing can be marked or removed; null if it can. */
  noMarks: string | null;
  onClose: () => void;
};

/** What happened, once or several times, and where it leads. */
export function FeedEntry({ group, acts, noMarks, onClose }: FeedEntryProps) {
  const { count, activities, isRead, updatedAt } = group;
  const [isOpen, setOpen] = useState(false);
  const [saysWhy, setSaysWhy] = useState(false);
  const id = useId();
  const title = groupTitle(group);
  const look = lookOf(group);
  const mayMark = noMarks === null;
  const markRead = () => {
    if (mayMark && !isRead) void acts.markRead(group);
  };
  const { isElsewhere, orgName, leadsTo } = useOpening(group, () => {
    markRead();
    onClose();
  });
  const snooze = async (until: Date) => {
    if (!(await acts.snooze(group, until))) return;
    const action = { label: 'Undo', run: () => void acts.wake(group) };
    showSnack({ status: 'success', message: `Snoozed until ${momentOfReader(until)}.`, action });
  };
  const [newest] = activities;
  if (!newest) return null;

  const isSeveral = count > 1;
  const target = isSeveral ? null : leadsTo(newest);
  const lines = isSeveral ? [newest.title, newest.subtitleLineOne] : [newest.subtitleLineOne, newest.subtitleLineTwo];
  const said = (
    <Said
      {...{ title, lines, orgName }}
      at={updatedAt}
      isUnread={!isRead}
      outcome={isSeveral ? null : newest.outcome}
    />
  );
  const toggle = () => {
    if (!isOpen) markRead();
    setOpen(!isOpen);
  };
  return (
    <li className={css.entry} data-unread={!isRead || undefined}>
      <Icon name={look.icon} />
      <div className={css.what}>
        {isSeveral ? (
          <button
            type="button"
            data-entry
            className={css.target}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggle}
          >
            {said}
            <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
          </button>
        ) : (
          <Target to={target}>{said}</Target>
        )}
        {!isSeveral && target === null && !isRead && (
          <Button tone="quiet" className={css.mark} disabled={!mayMark} onClick={markRead}>
            Mark as read
          </Button>
        )}
        {!isSeveral && !isElsewhere && <Acts activity={newest} noMarks={noMarks} />}
        {saysWhy && <WhyTold group={group} isLocked={!mayMark} onClose={onClose} />}
      </div>
      <div className={css.side}>
        <IconButton
          className="v-small"
          icon="trash"
          label={`Remove ${title}`}
          disabled={!mayMark}
          onClick={() => void acts.removeGroup(group)}
        />
        {mayMark && <SnoozeMenu title={title} onSnooze={(until) => void snooze(until)} />}
        <IconButton
          className="v-small"
          icon="info"
          label="Why did I get this"
          aria-expanded={saysWhy}
          onClick={() => setSaysWhy(!saysWhy)}
        />
      </div>
      {isSeveral && isOpen && (
        <ul id={id} className={css.activities}>
          {activities.map((activity) => (
            <li key={activity.id} className={css.activity}>
              <div className={css.what}>
                <Target to={leadsTo(activity)}>
                  <Said
                    title={activity.title}
                    lines={[activity.subtitleLineOne, activity.subtitleLineTwo]}
                    at={activity.created}
                    outcome={activity.outcome}
                  />
                </Target>
                {!isElsewhere && <Acts activity={activity} noMarks={noMarks} />}
              </div>
              <IconButton
                className="v-small"
                icon="trash"
                label={`Remove ${activity.title}`}
                disabled={!mayMark}
                onClick={() => void acts.removeActivity(group, activity)}
              />
            </li>
          ))}
          {count > activities.length && (
            <li className={css.more}>and {formatNumber(count - activities.length)} older</li>
          )}
        </ul>
      )}
    </li>
  );
}

type TargetProps = { to: ReturnType<ReturnType<typeof useOpening>['leadsTo']>; children: ReactNode };

/** A link to a page of this organization, a button where another is entered first, or words alone. */
function Target({ to, children }: TargetProps) {
  if (to === null) {
    return (
      <div data-entry tabIndex={-1} className={css.target}>
        {children}
      </div>
    );
  }
  if (to.isElsewhere) {
    return (
      <button type="button" data-entry className={css.target} onClick={to.open}>
        {children}
      </button>
    );
  }
  return (
    <Link data-entry className={css.target} to={to.route} onClick={to.open}>
      {children}
    </Link>
  );
}

type SaidProps = {
  title: string;
  lines: readonly string[];
  at: string;
  isUnread?: boolean;
  orgName?: string | null;
  outcome: Activity['outcome'];
};

function Said({ title, lines, at, isUnread = false, orgName, outcome }: SaidProps) {
  return (
    <span className={css.said}>
      <span className={css.title}>
        {isUnread && <span className="v-hidden">Unread: </span>}
        {title}
      </span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className={css.line}>
          {line}
        </span>
      ))}
      <span className={css.foot}>
        <time dateTime={at}>{momentOfReader(at)}</time>
        {orgName && <span>{orgName}</span>}
        {outcome && <Pill>{outcome}</Pill>}
      </span>
    </span>
  );
}
