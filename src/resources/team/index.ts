import { read, write } from '../../../domain/access/ability';
import { organization as calls } from '../../../domain/organization/contract';
import { call } from '../../providers/call';
import type { Manifest } from '../../providers/manifest';
import { matches, nameOf } from './people';

const FOUND_AT_MOST = 5;
const TEAM = '/account/manage-users';

/** The people of the organization: who they are, what they may do, and who is asked to join. */
export const team: Manifest = {
  name: 'team',
  label: 'Team',
  app: 'account',
  requires: read('MANAGE_USERS'),
  writes: write('MANAGE_USERS'),
  finds: async (text, { orgId }, options) => {
    const people = await call(calls.users, { params: { orgId }, query: {} }, options);
    return people
      .filter((person) => matches(person, text))
      .slice(0, FOUND_AT_MOST)
      .map((person) => ({
        path: `${TEAM}?${new URLSearchParams({ q: person.email })}`,
        label: nameOf(person),
        hint: person.orgRole.name,
      }));
  },
  acts: [{ label: 'Invite a person', path: `${TEAM}?begin=invite`, requires: write('MANAGE_USERS'), icon: 'plus' }],
  screens: [{ path: 'account/manage-users', title: 'Team', load: () => import('./TeamList'), action: 'list', nav: { icon: 'user', order: 2 } }],
};
