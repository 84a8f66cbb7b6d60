import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

export const roles: Manifest = {
  name: 'roles',
  label: 'Roles',
  app: 'account',
  requires: read('MANAGE_ROLES'),
  writes: write('MANAGE_ROLES'),
  finds: async (...asked) => (await import('./find')).findRoles(...asked),
  acts: [{ label: 'Create a role', path: '/account/roles?new', requires: write('MANAGE_ROLES'), icon: 'plus' }],
  screens: [
    {
      path: 'account/roles',
      title: 'Roles',
      load: () => import('./RoleList'),
      action: 'list',
      nav: { icon: 'lock', order: 3 },
    },
  ],
};
