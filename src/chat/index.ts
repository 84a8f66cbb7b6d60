import { admin, member, read, write } from '../../domain/access/ability';
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
    {
      label: 'Invite an organization to a channel',
      path: '/chat/browse-invites?new',
      requires: write('PARTNER_CHANNEL_INVITES'),
      icon: 'building',
    },
    { label: 'Search messages', path: '/chat/messages?begin=search', requires: member, icon: 'search' },
  ],
  shares: () => import('./share/ShareDialog'),
  screens: [
    { path: 'chat', title: 'Messages', load: () => import('./ChatHome'), nav: { icon: 'chat' } },
    { path: 'chat/messages', title: 'Messages', load: () => import('./MessagesPage'), isUnlisted: true },
    { path: 'chat/messages/:slug', title: 'Messages', load: () => import('./MessagesPage'), opensInMobileApp: true },
    {
      path: 'chat/browse-network-channels',
      title: 'Partner channels',
      load: () => import('./partners/BrowsePartnerChannels'),
      requires: read('PARTNER_CHANNELS_BROWSE_JOIN'),
    },
    {
      path: 'chat/browse-invites',
      title: 'Channel invites',
      load: () => import('./partners/BrowseInvites'),
      requires: read('PARTNER_CHANNEL_INVITES'),
    },
    { path: 'chat/browse-channels', title: 'Channels', load: () => import('./BrowseChannels') },
  ],
};

/** Files of the organization's channels, for its owner and admins. */
export const chatExports: Manifest = {
  name: 'chat-exports',
  label: 'Chat Exports',
  app: 'account',
  part: 'chat',
  requires: admin,
  screens: [
    {
      path: 'account/chat-exports',
      title: 'Chat Exports',
      load: () => import('./exports/ChatExports'),
      action: 'list',
      nav: { icon: 'chat', order: 8 },
    },
  ],
};
