import { admin } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** The organization's audit log, for its owner and admins. */
export const auditLog: Manifest = {
  name: 'audit-log',
  label: 'Audit Log',
  app: 'account',
  requires: admin,
  screens: [
    {
      path: 'account/history',
      title: 'Audit Log',
      load: () => import('./AuditLog'),
      action: 'list',
      nav: { icon: 'clock', order: 6 },
    },
    // Its former address.
    { path: 'account/audit-log', title: 'Audit Log', load: () => import('./Moved'), isUnlisted: true },
  ],
};
