import { z } from 'zod';
import { signedIn } from '../access/ability';
import { del, EnteredInstant, get, Id, post, put } from '../contract/endpoint';
import { lineOfText } from '../text';
import { FeedCounts, NotificationGroup } from './notification';
import { NoticeSettings, NoticeSettingsEdit } from './settings';

const OWN_MARK = 'what one person has looked at, or put away, in their own feed';
const own = { part: 'feed', requires: signedIn, unaudited: OWN_MARK, inPersonOnly: true } as const;

const GroupName = lineOfText().min(1).max(200);

/** The person's feed, across their organizations. Every change answers the new counts. */
export const notifications = {
  list: get('/users/me/notifications', {
    summary: 'Your notifications in groups, newest first',
    part: 'feed',
    query: z.object({
      /** The `next` of the page before. */
      after: lineOfText().max(220).optional(),
    }),
    returns: z.strictObject({
      groups: z.array(NotificationGroup),
      /** Where the next page begins; null if this is the last. */
      next: z.string().nullable(),
      counts: FeedCounts,
    }),
    requires: signedIn,
  }),
  counts: get('/users/me/notifications/counts', {
    summary: 'How many of your notifications are new, or unread, counted up to 10',
    part: 'feed',
    returns: FeedCounts,
    requires: signedIn,
  }),
  seen: post('/users/me/notifications/seen', {
    summary: 'Mark all as seen',
    returns: FeedCounts,
    ...own,
  }),
  read: post('/users/me/notifications/read', {
    summary: 'Mark groups as read, or all of them',
    body: z.object({ groupNames: z.array(GroupName).min(1).max(100).optional() }),
    returns: FeedCounts,
    ...own,
  }),
  snooze: post('/users/me/notifications/snooze', {
    summary: 'Put a group away until a time; null brings it back',
    body: z.object({ groupName: GroupName, until: EnteredInstant.nullable() }),
    returns: FeedCounts,
    ...own,
  }),
  removeGroup: del('/users/me/notifications/groups/:groupName', {
    summary: 'Remove a group',
    params: z.object({ groupName: GroupName }),
    returns: FeedCounts,
    ...own,
  }),
  settings: get('/users/me/notification-settings', {
    summary: 'What comes to your feed and your email, and when not',
    part: 'feed',
    returns: NoticeSettings,
    requires: signedIn,
  }),
  updateSettings: put('/users/me/notification-settings', {
    summary: 'Change what comes to your feed and your email',
    part: 'feed',
    body: NoticeSettingsEdit,
    returns: NoticeSettings,
    requires: signedIn,
    unaudited: 'how one person is told of things',
    inPersonOnly: true,
  }),
  remove: del('/users/me/notifications/:activityId', {
    summary: 'Remove one notification',
    params: z.object({ activityId: Id }),
    returns: FeedCounts,
    ...own,
  }),
};
