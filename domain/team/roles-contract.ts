import { z } from 'zod';
import { anyOf, read, write } from '../access/ability';
import { Done, del, get, Id, OrgScope, post, put } from '../contract/endpoint';
import { OrgRole, RoleDraft, RoleEdit } from './role';

const RoleParams = z.object({ orgId: Id, id: Id });

export const roles = {
  list: get('/orgs/:orgId/roles', {
    summary: 'The organization’s roles, default roles first',
    params: OrgScope,
    returns: z.array(OrgRole),
    requires: anyOf(read('MANAGE_ROLES'), read('MANAGE_USERS')),
  }),
  get: get('/orgs/:orgId/roles/:id', {
    summary: 'One role',
    params: RoleParams,
    returns: OrgRole,
    requires: anyOf(read('MANAGE_ROLES'), read('MANAGE_USERS')),
  }),
  create: post('/orgs/:orgId/roles', {
    summary: 'Create a role',
    params: OrgScope,
    body: RoleDraft,
    returns: OrgRole,
    requires: write('MANAGE_ROLES'),
    audit: 'role',
    idempotent: true,
  }),
  update: put('/orgs/:orgId/roles/:id', {
    summary: 'Change a role; its name or permissions, at once for everyone who has it',
    params: RoleParams,
    body: RoleEdit,
    returns: OrgRole,
    requires: write('MANAGE_ROLES'),
    audit: 'role',
  }),
  remove: del('/orgs/:orgId/roles/:id', {
    summary: 'Delete a role; only one that isn’t assigned to anyone',
    params: RoleParams,
    returns: Done,
    requires: write('MANAGE_ROLES'),
    audit: 'role',
  }),
};
