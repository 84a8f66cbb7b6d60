import { manifestOf } from '../../providers/manifest';
import { auditLog as resource } from './resource';

/** Who changed what in the organization, for whoever manages its roles. */
export const auditLog = manifestOf(resource, {
  label: 'Audit Log',
  app: 'account',
  screens: [
    {
      path: 'account/audit-log',
      title: 'Audit Log',
      load: () => import('./AuditLog'),
      action: 'list',
      nav: { icon: 'clock', order: 6 },
    },
  ],
});
