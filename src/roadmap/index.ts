import { anyOf, member, support } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** What is planned for the product, and what its users ask for; nothing of an organization's. */
export const roadmap: Manifest = {
  name: 'roadmap',
  label: 'Roadmap',
  app: 'roadmap',
  requires: anyOf(member, support),
  writes: member,
  acts: [{ label: 'Suggest something', path: '/roadmap?new', requires: member, icon: 'plus' }],
  days: 'reader',
  screens: [
    {
      path: 'roadmap',
      title: 'Roadmap',
      load: () => import('./RoadmapList'),
      action: 'list',
      nav: { icon: 'chart', order: 1 },
      inProfileMenu: true,
    },
    { path: 'roadmap/:slug', title: 'Roadmap entry', load: () => import('./RoadmapShow'), action: 'show' },
  ],
};
