import { read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** The people of the organization: who they are, what they may do, and who is asked to join. */
export const team: Manifest = {
  name: 'team',
  label: 'Team',
  app: 'account',
  requires: read('MANAGE_USERS'),
  writes: write('MANAGE_USERS'),
  topic: 'access',
  screens: [{ path: 'account/manage-users', title: 'Team', load: () => import('./TeamList'), action: 'list' }],
};
