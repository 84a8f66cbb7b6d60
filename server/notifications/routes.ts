import { notifications } from '../../domain/notifications/contract';
import { implement } from '../implement';
import { countNotifications, listNotifications, markRead, markSeen, removeGroup, removeNotification } from './feed';
import { readSettings, updateSettings } from './settings';
import { snoozeGroup } from './snooze';

export const notificationRoutes = [
  implement(notifications)({
    list: listNotifications,
    counts: countNotifications,
    seen: markSeen,
    read: markRead,
    snooze: snoozeGroup,
    removeGroup,
    remove: removeNotification,
    settings: readSettings,
    updateSettings,
  }),
];
