import { read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** The organization's audit log, for people who manage roles. */
export const auditLog: Manifest = {
  name: 'audit-log',
  label: 'Audit Log',
  app: 'account',
  requires: read('MANAGE_ROLES'),
  screens: [
    {
      path: 'account/audit-log',
      title: 'Audit Log',
      load: () => import('./AuditLog'),
      action: 'list',
      nav: { icon: 'clock', order: 6 },
    },
  ],
};
