import { read, write } from '../../../domain/access/ability';
import type { FeatureMap } from '../../../domain/access/features';
import { roles as calls } from '../../../domain/organization/contract';
import { call } from '../../providers/call';
import type { Manifest } from '../../providers/manifest';
import { roleAddress } from './address';

type Draft = { name: string; features: FeatureMap };

export const roles: Manifest = {
  name: 'roles',
  label: 'Roles',
  app: 'account',
  requires: read('MANAGE_ROLES'),
  writes: write('MANAGE_ROLES'),
  topic: 'access',
  calls: {
    list: async (_request, { orgId }, options) => {
      const results = await call(calls.list, { params: { orgId } }, options);
      return { results, resultCount: results.length };
    },
    create: (body: Draft, { orgId }, options) => call(calls.create, { params: { orgId }, body }, options),
    update: (id, body: Draft & { version: number }, { orgId }, options) =>
      call(calls.update, { params: { orgId, id: Number(id) }, body }, options),
    remove: (id, { orgId }, options) => call(calls.remove, { params: { orgId, id: Number(id) } }, options),
  },
  finds: async (text, { orgId }, options) => {
    const all = await call(calls.list, { params: { orgId } }, options);
    return all
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({ path: roleAddress(id), label: name, hint: 'Role' }));
  },
  acts: [{ label: 'Create a role', path: '/account/roles?new', requires: write('MANAGE_ROLES'), icon: 'plus' }],
  screens: [{ path: 'account/roles', title: 'Roles', load: () => import('./RoleList'), action: 'list' }],
};
