import { notifications } from '../../domain/notifications/contract';
import { implement } from '../implement';
import { countNotifications, listNotifications, markRead, markSeen, removeGroup, removeNotification } from './feed';
import { readSettings, updateSettings } from './settings';

export const notificationRoutes = [
  implement(notifications)({
    list: listNotifications,
    counts: countNotifications,
    seen: markSeen,
    read: markRead,
    removeGroup,
    remove: removeNotification,
    settings: readSettings,
    updateSettings,
  }),
];
