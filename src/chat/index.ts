import { member } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';
import { unread } from './unread';

/** Conversations within an organization, and with connections; desktop only. */
export const messages: Manifest = {
  name: 'messages',
  label: 'Messages',
  app: 'messages',
  part: 'chat',
  requires: member,
  badge: unread,
  acts: [
    { label: 'Create a channel', path: '/chat/browse-channels?begin=create', requires: member, icon: 'plus' },
    { label: 'Message a teammate', path: '/chat/messages?begin=write', requires: member, icon: 'chat' },
  ],
  shares: () => import('./share/ShareDialog'),
  screens: [
    { path: 'chat', title: 'Messages', load: () => import('./ChatHome'), nav: { icon: 'chat' } },
    { path: 'chat/messages', title: 'Messages', load: () => import('./MessagesPage'), isUnlisted: true },
    { path: 'chat/messages/:slug', title: 'Messages', load: () => import('./MessagesPage') },
    { path: 'chat/browse-channels', title: 'Channels', load: () => import('./BrowseChannels') },
  ],
};
