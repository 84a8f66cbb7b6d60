import { read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** Harvests of a license: plants, their weights, and what becomes of them. */
export const harvests: Manifest = {
  name: 'harvests',
  label: 'Harvests',
  app: 'harvest',
  requires: read('HARVESTS'),
  writes: write('HARVESTS'),
  acts: [{ label: 'Begin a harvest', path: '/harvest?new', requires: write('HARVESTS'), icon: 'plus' }],
  keeps: [
    {
      kind: 'weigh-plant',
      load: async () => (await import('./weigh/weigh-plant')).weighPlant,
      nouns: ['weight', 'weights'],
    },
  ],
  screens: [
    {
      path: 'harvest',
      title: 'Harvest',
      load: async () => ({ default: (await import('./HarvestLists')).InProgress }),
      action: 'list',
      nav: { icon: 'leaf', order: 1, needs: ['license'] },
    },
    {
      path: 'harvest/submitted',
      title: 'Submitted harvests',
      load: async () => ({ default: (await import('./HarvestLists')).Submitted }),
      isUnlisted: true,
    },
    {
      path: 'harvest/finished',
      title: 'Finished harvests',
      load: async () => ({ default: (await import('./HarvestLists')).Finished }),
      isUnlisted: true,
    },
    {
      path: 'harvest/submitted/:slug',
      title: 'Submitted harvest',
      load: () => import('./HarvestShow'),
      isUnlisted: true,
    },
    {
      path: 'harvest/:slug/weigh',
      title: 'Weigh plants',
      load: () => import('./weigh/WeighScreen'),
      requires: write('HARVESTS'),
      isUnlisted: true,
    },
    { path: 'harvest/:slug', title: 'Harvest', load: () => import('./HarvestShow'), action: 'show' },
  ],
};
