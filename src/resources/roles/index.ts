import { read } from '../../../domain/access/ability';
import { manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import { roleAddress } from './address';
import { roles as resource } from './resource';

export const roles = manifestOf(resource, {
  label: 'Roles',
  app: 'account',
  requires: read('MANAGE_ROLES'),
  finds: async (text, scope, options) => {
    const { results } = await readList(resource, {}, scope, options);
    return results
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({ path: roleAddress(id), label: name, hint: 'Role' }));
  },
  acts: [{ label: 'Create a role', path: '/account/roles?new', requires: resource.create.requires, icon: 'plus' }],
  screens: [
    {
      path: 'account/roles',
      title: 'Roles',
      load: () => import('./RoleList'),
      action: 'list',
      nav: { icon: 'lock', order: 3 },
    },
  ],
});
