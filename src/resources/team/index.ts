import { read } from '../../../domain/access/ability';
import { manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import { matches, nameOf } from './people';
import { team as resource, salesReps } from './resource';

const FOUND_AT_MOST = 5;
const TEAM = '/account/manage-users';

/** The organization's people and invitations. */
export const team = manifestOf(resource, {
  label: 'Team',
  app: 'account',
  requires: read('MANAGE_USERS'),
  resources: [salesReps],
  finds: async (text, scope, options) => {
    const { results } = await readList(resource, {}, scope, options);
    return results
      .filter((person) => matches(person, { q: text }))
      .slice(0, FOUND_AT_MOST)
      .map((person) => ({
        path: `${TEAM}?${new URLSearchParams({ q: person.email })}`,
        label: nameOf(person),
        hint: person.orgRole.name,
      }));
  },
  acts: [{ label: 'Invite someone', path: `${TEAM}?new`, requires: resource.create.requires, icon: 'plus' }],
  screens: [
    {
      path: 'account/manage-users',
      title: 'Team',
      load: () => import('./TeamList'),
      action: 'list',
      nav: { icon: 'user', order: 2 },
    },
  ],
});
