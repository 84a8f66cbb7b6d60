import { read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** A wholesale marketplace connection: how it does, and what both sides changed. */
export const wholesale: Manifest = {
  name: 'wholesale-conflicts',
  label: 'Wholesale marketplace',
  app: 'account',
  part: 'wholesale',
  requires: read('EDIT_ORGANIZATION'),
  screens: [
    {
      path: 'account/integrations/wholesale/:syncId/conflicts',
      title: 'Conflicts',
      load: () => import('./ConflictDesk'),
      action: 'list',
    },
    {
      path: 'account/integrations/wholesale/:syncId/health',
      title: 'Sync health',
      load: () => import('./HealthPage'),
    },
  ],
};
